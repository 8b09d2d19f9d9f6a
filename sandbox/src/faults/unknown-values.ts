import { type Contract, isJsonObject, type Json, type JsonObject, pointer } from "content-service-contract";

/** Adds undocumented fields and values to responses, where the contract allows them. */
export function createUnknownValues(contract: Contract) {
  /** The schemas at these pointers and their branches, by pointer. */
  function schemasAt(pointers: readonly string[]): Map<string, JsonObject> {
    const found = new Map<string, JsonObject>();
    const open = [...pointers];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const at = contract.pointerOf(next);
      if (found.has(at)) continue;
      const schema = contract.schemaAt(at);
      found.set(at, schema);
      for (const key of ["anyOf", "oneOf", "allOf"]) {
        const branches = schema[key];
        if (Array.isArray(branches)) open.push(...branches.map((_, index) => pointer(at, key, index)));
      }
    }
    return found;
  }

  /** Changes a value depth first. `change` receives the schemas of the value. */
  function changed(pointers: readonly string[], value: Json, change: Change): Json {
    const schemas = schemasAt(pointers);
    const below = (keyword: string, name?: string) =>
      [...schemas].flatMap(([at, schema]) => {
        const place = name === undefined ? schema[keyword] : isJsonObject(schema[keyword]) && schema[keyword][name];
        if (!isJsonObject(place)) return [];
        return [name === undefined ? pointer(at, keyword) : pointer(at, keyword, name)];
      });
    let inside = value;
    if (Array.isArray(value)) inside = value.map((item) => changed(below("items"), item, change));
    else if (isJsonObject(value)) {
      const entries = Object.entries(value).map(([name, one]): [string, Json] => {
        const own = below("properties", name);
        return [name, changed(own.length > 0 ? own : below("additionalProperties"), one, change)];
      });
      inside = Object.fromEntries(entries);
    }
    return change(inside, [...schemas.values()]);
  }

  return {
    /** Adds an undocumented property to each record of a response. */
    withUnknownField: (schema: string, body: Json): Json =>
      changed([schema], body, (value, schemas) =>
        isJsonObject(value) && !schemas.some(isMap)
          ? { ...value, unheard_of: "a property that the contract does not have" }
          : value,
      ),
    /** Replaces each value of an open enumeration by an unknown one. Keeps constants such as `type`. */
    withUnknownEnumValue: (schema: string, body: Json): Json =>
      changed([schema], body, (value, schemas) =>
        typeof value === "string" && schemas.length > 1 && schemas.some(isEnum) ? "unheard_of" : value,
      ),
  };
}

type Change = (value: Json, schemas: readonly JsonObject[]) => Json;

/** Whether a schema is a map with typed values. An added property would be an invalid value there. */
function isMap({ additionalProperties: others }: JsonObject): boolean {
  return isJsonObject(others) && ["type", "$ref", "anyOf", "oneOf", "allOf"].some((key) => key in others);
}

/** One value alone is a constant. */
function isEnum({ enum: values }: JsonObject): boolean {
  return Array.isArray(values) && values.length > 1;
}
