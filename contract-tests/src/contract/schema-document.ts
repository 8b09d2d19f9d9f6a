import { isJsonObject, type Json, type JsonObject, objectAt } from "./json.js";
import { placeAt, pointer } from "./json-pointer.js";

/** The JSON pointers of a schema in the contract and in the copy. */
export interface SchemaPlace {
  readonly origin: string;
  readonly copy: string;
}

/** A copy of the contract for the validator, with the origin of each schema. */
export interface SchemaDocument {
  readonly document: JsonObject;
  readonly places: WeakMap<object, SchemaPlace>;
}

/**
 * Copies a contract for Ajv, without examples and extensions.
 *
 * The `open` shape is the contract as it is. The `closed` shape allows only documented properties and listed enum values.
 */
export function schemaDocument(document: JsonObject, shape: "open" | "closed"): SchemaDocument {
  const copying: Copying = { document, places: new WeakMap(), closed: shape === "closed" };
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
  return { document: { paths, components, parts }, places: copying.places };
}

interface Copying {
  readonly document: JsonObject;
  readonly places: WeakMap<object, SchemaPlace>;
  readonly closed: boolean;
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

function copySchema(copying: Copying, schema: Json, spot: Spot): Json {
  if (!isJsonObject(schema)) return schema;
  const result: JsonObject = {};
  copying.places.set(result, { origin: spot.origin, copy: spot.copy });
  const union = isUnion(schema);
  const closes = copying.closed && !spot.part && !union && describesObject(schema);
  const inside = (part: boolean, value: Json, ...path: (string | number)[]) =>
    copySchema(copying, value, { origin: pointer(spot.origin, ...path), copy: pointer(spot.copy, ...path), part });
  for (const [key, value] of Object.entries(schema)) {
    if (key === "example" || key === "examples" || key.startsWith("x-")) continue;
    if (key === "$ref" && typeof value === "string") {
      result[key] = spot.part || closes ? value.replace(COMPONENT, "#/parts/") : value;
    } else if (key === "additionalProperties" && value === true && copying.closed) {
      // Omitted: `true` would count every property as documented.
    } else if (SCHEMA_MAPS.has(key) && isJsonObject(value)) {
      result[key] = mapValues(value, (child, name) => inside(false, child, key, name));
    } else if (SCHEMA_LISTS.has(key) && Array.isArray(value)) {
      const branches = copying.closed && key === "anyOf" ? knownValues(copying.document, value) : [...value.entries()];
      const part = key === "allOf" || (key !== "prefixItems" && (spot.part || !union));
      result[key] = branches.map(([index, branch], position) =>
        copySchema(copying, branch, {
          origin: pointer(spot.origin, key, index),
          copy: pointer(spot.copy, key, position),
          part,
        }),
      );
    } else if (SCHEMA_PARTS.has(key)) result[key] = inside(true, value, key);
    else if (SCHEMAS.has(key)) result[key] = inside(false, value, key);
    else result[key] = value;
  }
  if (closes) result["unevaluatedProperties"] = false;
  return result;
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

function resolved(document: JsonObject, schema: Json): JsonObject {
  if (!isJsonObject(schema)) return {};
  const reference = schema["$ref"];
  return typeof reference === "string" ? placeAt(document, reference.slice(1)).node : schema;
}

function mapValues(record: JsonObject, change: (value: Json, key: string) => Json): JsonObject {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]));
}
