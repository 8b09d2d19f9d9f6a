import { arrayAt, isJsonObject, type Json, type JsonObject, objectAt, stringAt, stringsAt } from "./json.js";
import { placeAt, pointer, resolved } from "./json-pointer.js";
import { textOfPattern } from "./text-of-pattern.js";

export interface SampleChoice {
  /** The properties of objects: all of them, or only those that are required. */
  readonly properties: "all" | "required";
}

/**
 * A value of a schema for a request: the examples, constants and defaults of the schema, and made-up values elsewhere. It may
 * violate keywords that contradict each other. Undefined where a schema has no finite value.
 */
export function sampleValue(document: JsonObject, schema: string, choice: SampleChoice): Json | undefined {
  return sample({ document, ...choice, work: { left: MAX_SCHEMAS } }, schema, []);
}

interface Sampling extends SampleChoice {
  readonly document: JsonObject;
  /** How many schemas may still be visited. Nested choices multiply. */
  readonly work: { left: number };
}

function sample(sampling: Sampling, schema: string, above: readonly string[]): Json | undefined {
  const { pointer: at, node } = placeAt(sampling.document, schema);
  const { example, const: constant, default: standard } = node;
  const given = [arrayAt(node, "examples")[0], example, constant, standard, ...arrayAt(node, "enum")];
  // An empty list, the usual default of one, shows nothing of its items.
  const isBare = (one: Json) => sampling.properties === "all" && Array.isArray(one) && one.length === 0;
  const found = given.find((one) => one !== undefined && one !== null && !isBare(one));
  if (found !== undefined) return found;
  sampling.work.left -= 1;
  if (above.includes(at) || above.length > MAX_DEPTH || sampling.work.left < 0) return undefined;
  const within = (...path: (string | number)[]) => sample(sampling, pointer(at, ...path), [...above, at]);
  const parts = [...arrayAt(node, "allOf").keys()].map((index) => within("allOf", index));
  const branches = ["oneOf", "anyOf"].filter((key) => arrayAt(node, key).length > 0);
  const chosen = branches.map((key) => firstBranch(node, key, within));
  const values = [...parts, ...chosen].filter((one) => one !== undefined && one !== null);
  const objects = values.filter(isJsonObject);
  const [other] = values.filter((one) => !isJsonObject(one));
  if (other !== undefined) return other;
  const types = stringsAt(node, "type");
  const isObject = types.includes("object") || isJsonObject(node["properties"]) || objects.length > 0;
  if (isObject) return Object.assign({}, ...objects, ownProperties(sampling, node, within));
  if (types.includes("array") || node["items"] !== undefined) {
    const item = isJsonObject(node["items"]) ? within("items") : undefined;
    const count = Math.min(Math.max(1, Number(node["minItems"] ?? 1)), MAX_ITEMS);
    const entry = (one: Json, index: number) => (node["uniqueItems"] === true ? nextItem(one, index) : one);
    return item === undefined
      ? []
      : Array.from({ length: node["maxItems"] === 0 ? 0 : count }, (_, index) => entry(item, index));
  }
  if (branches.length > 0 || parts.length > 0) return undefined;
  if (types.includes("string") || types.length === 0) return inventedText(node);
  if (types.includes("integer") || types.includes("number")) return inventedNumber(node);
  return types.includes("boolean") ? false : null;
}

const MAX_DEPTH = 12;
const MAX_SCHEMAS = 20_000;
const MAX_ITEMS = 20;

/** An entry of a list whose entries must differ. */
function nextItem(item: Json, index: number): Json {
  if (index > 0 && typeof item === "string") return `${item}${index}`;
  return index > 0 && typeof item === "number" ? item + index : item;
}

function firstBranch(node: JsonObject, key: string, within: (...path: (string | number)[]) => Json | undefined) {
  for (const [index, branch] of arrayAt(node, key).entries()) {
    const value = within(key, index);
    if (value === undefined || value === null) continue;
    const { propertyName, mapping } = objectAt(node, "discriminator");
    const reference = isJsonObject(branch) ? stringAt(branch, "$ref") : undefined;
    if (typeof propertyName !== "string" || reference === undefined || !isJsonObject(value)) return value;
    const named = Object.entries(isJsonObject(mapping) ? mapping : {}).find(([, one]) => one === reference);
    return { ...value, [propertyName]: named?.[0] ?? reference.slice(reference.lastIndexOf("/") + 1) };
  }
  return undefined;
}

function ownProperties(
  { document, properties }: Sampling,
  node: JsonObject,
  within: (...path: string[]) => Json | undefined,
): JsonObject {
  const result: JsonObject = {};
  const required = stringsAt(node, "required");
  const minimum = Number(node["minProperties"] ?? 0);
  for (const [name, schema] of Object.entries(objectAt(node, "properties"))) {
    const isWanted = properties === "all" || required.includes(name) || Object.keys(result).length < minimum;
    if (!isWanted || !isJsonObject(schema) || resolved(document, schema)["readOnly"] === true) continue;
    const value = within("properties", name);
    if (value !== undefined) result[name] = value;
  }
  return result;
}

function inventedText(node: JsonObject): string | undefined {
  const { pattern, minLength, maxLength } = node;
  const minimum = Math.min(Number(minLength ?? 0), MAX_LENGTH);
  if (typeof pattern === "string") return textOfPattern(pattern, minimum);
  const known = FORMATS[stringAt(node, "format") ?? ""];
  return known ?? "text".padEnd(minimum, "x").slice(0, Number(maxLength ?? MAX_LENGTH));
}

const MAX_LENGTH = 10_000;

const FORMATS: Readonly<Record<string, string>> = {
  "date-time": "2024-05-06T07:08:09Z",
  date: "2024-05-06",
  time: "07:08:09Z",
  duration: "P1D",
  email: "user@example.com",
  hostname: "www.example.com",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  uri: "https://www.example.com/",
  url: "https://www.example.com/",
  uuid: "01234567-89ab-4def-8123-456789abcdef",
  byte: "dGV4dA==",
};

function inventedNumber(node: JsonObject): number {
  const { minimum, maximum, exclusiveMinimum, multipleOf } = node;
  const isWhole = stringsAt(node, "type").includes("integer");
  const step = typeof multipleOf === "number" && multipleOf > 0 ? multipleOf : isWhole ? 1 : 0.5;
  // OpenAPI 3.0 has a boolean beside `minimum`.
  const above = typeof exclusiveMinimum === "number" ? exclusiveMinimum + step : undefined;
  const lowest = above ?? (typeof minimum === "number" ? minimum + (exclusiveMinimum === true ? step : 0) : undefined);
  const highest = typeof maximum === "number" && maximum < 1 ? maximum : 1;
  // A number below zero, such as a difference, is rarely what a request means.
  const value = lowest !== undefined && lowest >= 0 ? lowest : highest;
  return typeof multipleOf === "number" && multipleOf > 0 ? Math.ceil(value / multipleOf) * multipleOf : value;
}
