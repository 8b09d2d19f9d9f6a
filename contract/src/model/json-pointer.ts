import { isJsonObject, type Json, type JsonObject, stringAt } from "./json.js";

/**
 * Appends segments to a JSON pointer (RFC 6901) and escapes them.
 *
 * @example
 * pointer("/paths", "/files/{file_id}", "put"); // "/paths/~1files~1{file_id}/put"
 */
export function pointer(base: string, ...segments: (string | number)[]): string {
  return segments.reduce<string>(
    (path, segment) => `${path}/${String(segment).replaceAll("~", "~0").replaceAll("/", "~1")}`,
    base,
  );
}

/** The segments of a JSON pointer, unescaped. The empty pointer has none. */
export function segmentsOf(path: string): string[] {
  const segments = path.split("/").slice(1);
  if (!path.includes("~")) return segments;
  return segments.map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The value at a JSON pointer, or undefined when it does not exist. */
export function valueAt(document: Json, path: string): Json | undefined {
  let node: Json | undefined = document;
  for (const segment of segmentsOf(path)) {
    if (Array.isArray(node)) node = node[Number(segment)];
    else if (isJsonObject(node) && Object.hasOwn(node, segment)) node = node[segment];
    else return undefined;
  }
  return node;
}

/** A copy of a body with another value at a pointer, or without it when the value is undefined. */
export function withValue(body: Json, at: string, value: Json | undefined): Json {
  const [first, ...rest] = segmentsOf(at);
  if (first === undefined) return value ?? null;
  const inner = pointer("", ...rest);
  if (Array.isArray(body))
    return body.map((item, index) => (String(index) === first ? withValue(item, inner, value) : item));
  const { [first]: old = null, ...others } = isJsonObject(body) ? body : {};
  if (rest.length === 0 && value === undefined) return others;
  return { ...others, [first]: withValue(old, inner, value) };
}

/** An object of the contract and its JSON pointer, with references followed. */
export interface Place {
  readonly pointer: string;
  readonly node: JsonObject;
}

/**
 * Finds the object at a JSON pointer and follows its `$ref`.
 *
 * Throws an `Error` when the object is missing, a reference leaves the document, or references form a cycle.
 */
export function placeAt(document: JsonObject, path: string): Place {
  const seen = new Set<string>();
  let at = path;
  for (;;) {
    const found = valueAt(document, at);
    // In OpenAPI 3.1 a schema can be a boolean.
    const node: Json | undefined = found === true ? {} : found === false ? { not: {} } : found;
    if (!isJsonObject(node)) throw new Error(`The contract has no object at ${at}`);
    const reference = node["$ref"];
    if (typeof reference !== "string") return { pointer: at, node };
    if (!reference.startsWith("#")) throw new Error(`The contract is not bundled: ${reference} at ${at}`);
    if (seen.has(at)) throw new Error(`The references at ${path} form a cycle`);
    seen.add(at);
    at = decodeURIComponent(reference.slice(1));
  }
}

/** The object itself, or the target of its `$ref`. Empty for another value. */
export function resolved(document: JsonObject, value: Json): JsonObject {
  if (!isJsonObject(value)) return {};
  const reference = stringAt(value, "$ref");
  return reference === undefined ? value : placeAt(document, decodeURIComponent(reference.slice(1))).node;
}
