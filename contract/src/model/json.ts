/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | JsonObject;

/** A JSON object with any keys. */
export interface JsonObject {
  [key: string]: Json;
}

/** Whether a value is a JSON object: not null and not an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The object under a key, or an empty object when there is none. */
export function objectAt(node: JsonObject, key: string): JsonObject {
  const value = node[key];
  return isJsonObject(value) ? value : {};
}

/** The array under a key, or an empty array when there is none. */
export function arrayAt(node: JsonObject, key: string): Json[] {
  const value = node[key];
  return Array.isArray(value) ? value : [];
}

/** The string under a key, or undefined when there is none. */
export function stringAt(node: JsonObject, key: string): string | undefined {
  const value = node[key];
  return typeof value === "string" ? value : undefined;
}

/** The strings under a key whose value is a string or a list. */
export function stringsAt(node: JsonObject, key: string): string[] {
  const value = node[key];
  if (typeof value === "string") return [value];
  return arrayAt(node, key).filter((item) => typeof item === "string");
}

/** Whether two JSON values are equal; the order of keys does not matter. */
export function sameJson(left: Json | undefined, right: Json | undefined): boolean {
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((item, index) => sameJson(item, right[index]));
  if (isJsonObject(left) && isJsonObject(right)) {
    const keys = Object.keys(left);
    return (
      keys.length === Object.keys(right).length &&
      keys.every((key) => Object.hasOwn(right, key) && sameJson(left[key], right[key]))
    );
  }
  return left === right;
}

/** Parses JSON. Returns undefined when the text is missing or not JSON. */
export function parseJson(text: string | undefined): Json | undefined {
  try {
    // JSON.parse returns JSON values.
    return JSON.parse(text ?? "") as Json;
  } catch {
    return undefined;
  }
}

/** Decodes a percent-encoded text. Returns undefined for invalid UTF-8. */
export function decodePercent(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
