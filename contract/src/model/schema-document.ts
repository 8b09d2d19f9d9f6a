import { isJsonObject, type Json, type JsonObject, objectAt, stringAt, stringsAt } from "./json.js";
import { pointer, resolved } from "./json-pointer.js";

/**
 * Whether undocumented properties and unknown enum values are valid (`open`) or not (`closed`), in a response. `listed` is the
 * open shape with the properties of `x-listed` required, `request` that of a request, without the properties that are read-only.
 */
export type Shape = "open" | "closed" | "listed" | "request";

export interface SchemaPlace {
  readonly origin: string;
  readonly copy: string;
}

/** A copy of the contract for the validator, with the origin of each schema. */
export interface SchemaDocument {
  readonly document: JsonObject;
  readonly places: WeakMap<object, SchemaPlace>;
  /** The pointers of schemas that have another one in the copy, such as the branches of a nullable choice. */
  readonly moved: ReadonlyMap<string, string>;
}

/** Copies a contract in a shape for Ajv, without examples and extensions, with OpenAPI 3.0 keywords as those of JSON Schema. */
export function schemaDocument(document: JsonObject, shape: Shape): SchemaDocument {
  const copying: Copying = {
    document,
    places: new WeakMap(),
    moved: new Map(),
    closed: shape === "closed",
    listed: shape === "listed",
    optional: shape === "request" ? "readOnly" : "writeOnly",
    isVersion30: /^3\.0/.test(stringAt(document, "openapi") ?? ""),
  };
  const schemas = objectAt(objectAt(document, "components"), "schemas");
  // A part of a composed schema stays open: closed, it would reject the properties of the other parts.
  const parts = mapValues(schemas, (schema, name) =>
    copySchema(copying, schema, {
      origin: pointer("/components/schemas", name),
      copy: pointer("/parts", name),
      part: true,
    }),
  );
  const paths = copyNode(copying, objectAt(document, "paths"), "/paths");
  const components = copyNode(copying, objectAt(document, "components"), "/components");
  return { document: { paths, components, parts }, places: copying.places, moved: copying.moved };
}

interface Copying {
  readonly document: JsonObject;
  readonly places: WeakMap<object, SchemaPlace>;
  readonly moved: Map<string, string>;
  readonly closed: boolean;
  readonly listed: boolean;
  readonly optional: "readOnly" | "writeOnly";
  readonly isVersion30: boolean;
}

interface Spot extends SchemaPlace {
  /** Whether the schema is a part of another one, and so stays open. */
  readonly part: boolean;
}

const COMPONENT = "#/components/schemas/";
const SCHEMA_MAPS = new Set(["properties", "patternProperties", "dependentSchemas", "$defs"]);
const SCHEMA_LISTS = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);
const SCHEMA_PARTS = new Set(["not", "if", "then", "else"]);
const SCHEMAS = new Set(["items", "contains", "additionalProperties", "propertyNames", "unevaluatedItems"]);
/** A copied schema has no address of its own: references are those of the document, and dynamic ones are not followed. */
const IDENTITY = new Set(["$id", "$schema", "$anchor", "$dynamicAnchor", "$dynamicRef"]);
const OBJECT_KEYWORDS = ["properties", "patternProperties", "additionalProperties", "allOf", "required"];

function copyNode(copying: Copying, node: Json, at: string): Json {
  if (Array.isArray(node)) return node.map((item, index) => copyNode(copying, item, pointer(at, index)));
  if (!isJsonObject(node)) return node;
  const result: JsonObject = {};
  for (const [key, value] of Object.entries(node)) {
    if (key === "example" || key === "examples") continue;
    const path = pointer(at, key);
    if (key === "schema") result[key] = copySchema(copying, value, { origin: path, copy: path, part: false });
    else if (path === "/components/schemas" && isJsonObject(value)) {
      result[key] = mapValues(value, (schema, name) => {
        const place = pointer(path, name);
        return copySchema(copying, schema, { origin: place, copy: place, part: false });
      });
    } else result[key] = copyNode(copying, value, path);
  }
  return result;
}

function copySchema(copying: Copying, schema: Json, place: Spot): Json {
  if (!isJsonObject(schema)) return schema;
  // Documents of 3.1 have it too, and Ajv takes it beside a type alone.
  const isNullable = schema["nullable"] !== undefined && schema["type"] === undefined;
  const mayBeNull = isNullable && schema["nullable"] === true;
  const spot = mayBeNull ? { ...place, copy: pointer(place.copy, "anyOf", 1) } : place;
  if (place.origin !== place.copy && !place.copy.startsWith("/parts/")) copying.moved.set(place.origin, place.copy);
  const result: JsonObject = {};
  copying.places.set(result, { origin: spot.origin, copy: spot.copy });
  const union = isUnion(schema);
  const closes = copying.closed && !spot.part && !union && describesObject(schema);
  const inside = (part: boolean, value: Json, ...path: (string | number)[]) =>
    copySchema(copying, value, { origin: pointer(spot.origin, ...path), copy: pointer(spot.copy, ...path), part });
  for (const [key, value] of Object.entries(copying.isVersion30 ? upgraded(schema) : schema)) {
    if (key === "example" || key === "examples" || key.startsWith("x-") || IDENTITY.has(key)) continue;
    if (key === "nullable" && isNullable) continue;
    // Ajv has no enum without values.
    if (key === "enum" && Array.isArray(value) && value.length === 0) continue;
    if (key === "$ref" && typeof value === "string") {
      result[key] = spot.part || closes ? value.replace(COMPONENT, "#/parts/") : value;
    } else if (key === "additionalProperties" && value === true && copying.closed) {
      // Omitted: `true` would count every property as documented.
    } else if (SCHEMA_MAPS.has(key) && isJsonObject(value)) {
      result[key] = mapValues(value, (child, name) => inside(false, child, key, name));
    } else if (SCHEMA_LISTS.has(key) && Array.isArray(value)) {
      const branches = copying.closed && key === "anyOf" ? knownValues(copying.document, value) : [...value.entries()];
      const part = key === "allOf" || (key !== "prefixItems" && (spot.part || !union));
      const copies = branches.map(([index, branch], position) =>
        copySchema(copying, branch, {
          origin: pointer(spot.origin, key, index),
          copy: pointer(spot.copy, key, position),
          part,
        }),
      );
      if (key !== "allOf") discriminate(objectAt(schema, "discriminator"), copies, copying.closed);
      result[key] = copies;
    } else if (SCHEMA_PARTS.has(key)) result[key] = inside(true, value, key);
    else if (SCHEMAS.has(key)) result[key] = inside(false, value, key);
    else if (key === "required" && Array.isArray(value)) {
      result[key] = value.filter((name) => !isOptional(copying, objectAt(schema, "properties")[String(name)]));
    } else result[key] = value;
  }
  if (closes) result["unevaluatedProperties"] = false;
  if (copying.listed && schema["x-listed"] !== undefined)
    result["required"] = [...stringsAt(result, "required"), ...stringsAt(schema, "x-listed")];
  return mayBeNull ? { anyOf: [{ type: "null" }, result] } : result;
}

/** With a `discriminator`, a value that names one branch of a choice matches no other. In the open shape, an unknown one can match any. */
function discriminate({ propertyName: name, mapping }: JsonObject, branches: Json[], closed: boolean): void {
  const references = branches.filter((one): one is JsonObject => isJsonObject(one) && typeof one["$ref"] === "string");
  if (typeof name !== "string" || references.length < branches.length) return;
  const named = Object.entries(isJsonObject(mapping) ? mapping : {});
  const valuesOf = ({ $ref }: JsonObject) => {
    const short = String($ref).replace(/^.*\//s, "");
    const values = named.flatMap(([value, one]) => (String(one).replace(/^.*\//s, "") === short ? value : []));
    return values.length > 0 ? values : [short];
  };
  const known = references.map((one) => ({ one, values: valuesOf(one) }));
  const is = (values: string[]) => ({
    properties: { [name]: values.length === 1 ? { const: values[0] ?? "" } : { enum: values } },
  });
  const all = { required: [name], ...is(known.flatMap(({ values }) => values)) };
  for (const { one, values } of known) Object.assign(one, { if: !closed && { not: all }, else: is(values) });
}

/** Whether a property is read-only in a request, or write-only in a response: then `required` has no effect. */
function isOptional({ document, optional }: Copying, property: Json | undefined): boolean {
  return property !== undefined && resolved(document, property)[optional] === true;
}

/** The keywords of OpenAPI 3.0 that JSON Schema spells differently. */
function upgraded(schema: JsonObject): JsonObject {
  const { nullable, exclusiveMinimum, exclusiveMaximum, $ref, ...others } = schema;
  // OpenAPI 3.0 ignores everything beside a reference.
  if ($ref !== undefined) return { $ref };
  if (nullable === undefined && exclusiveMinimum === undefined && exclusiveMaximum === undefined) return schema;
  const { minimum, maximum, enum: values, ...rest } = others;
  const bound = (name: string, value: Json | undefined, exclusive: Json | undefined): JsonObject =>
    value === undefined ? {} : { [exclusive === true ? `exclusive${name}` : name.toLowerCase()]: value };
  const types = stringsAt(schema, "type");
  const isNull = nullable === true && types.length > 0;
  return {
    ...rest,
    ...bound("Minimum", minimum, exclusiveMinimum),
    ...bound("Maximum", maximum, exclusiveMaximum),
    ...(Array.isArray(values) ? { enum: nullable === true ? [...values, null] : values } : {}),
    ...(isNull ? { type: [...types, "null"] } : {}),
  };
}

/** A schema that consists of a choice. Each branch is closed by itself. */
function isUnion(schema: JsonObject): boolean {
  const chooses = Array.isArray(schema["anyOf"]) || Array.isArray(schema["oneOf"]);
  return chooses && schema["$ref"] === undefined && OBJECT_KEYWORDS.every((key) => schema[key] === undefined);
}

function describesObject(schema: JsonObject): boolean {
  const types = Array.isArray(schema["type"]) ? schema["type"] : [schema["type"]];
  return types.includes("object") || OBJECT_KEYWORDS.some((key) => schema[key] !== undefined);
}

/** The branches of an open enum without the plain string that allows unknown values. */
function knownValues(document: JsonObject, branches: Json[]): [number, Json][] {
  const entries = [...branches.entries()];
  if (!branches.some((branch) => Array.isArray(resolved(document, branch)["enum"]))) return entries;
  return entries.filter(([, branch]) => {
    const schema = resolved(document, branch);
    return !(
      schema["type"] === "string" && Object.keys(schema).every((key) => key === "type" || key === "description")
    );
  });
}

function mapValues(record: JsonObject, change: (value: Json, key: string) => Json): JsonObject {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]));
}
