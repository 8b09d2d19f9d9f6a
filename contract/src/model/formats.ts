import type { Format } from "ajv";
import { fullFormats } from "ajv-formats/dist/formats.js";

/** Formats that are stricter here than in ajv-formats, by name. */
export const strictFormats: Record<string, Format> = {
  /** RFC 3339, section 5.6, which allows a lowercase `t` and `z`. ajv-formats also accepts a space. */
  "date-time": { type: "string", validate: isDateTime },
  /** A signed 64-bit integer. ajv-formats accepts any integer. */
  int64: { type: "number", validate: isInt64 },
};

/**
 * The same formats for the quick validator: a fast test accepts common values, and the exact test decides the rest.
 */
export const quickFormats: Record<string, Format> = {
  ...strictFormats,
  "date-time": { type: "string", validate: (text) => PLAIN_DATE_TIME.test(text) || isDateTime(text) },
  uri: { type: "string", validate: (text) => PLAIN_URI.test(text) || testOf("uri")(text) },
};

function isDateTime(text: string): boolean {
  return DATE_TIME.test(text) && testOf("date-time")(text);
}

const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i;

function isInt64(value: number): boolean {
  // JSON.parse rounds the maximum, 9223372036854775807, up to 2 ** 63.
  return Number.isInteger(value) && Math.abs(value) <= 2 ** 63;
}

function testOf(name: "date-time" | "uri"): (text: string) => boolean {
  // The table of ajv-formats has the general format type. These are a function, and an object with one.
  const format = fullFormats[name] as ((text: string) => boolean) | { validate: (text: string) => boolean };
  return typeof format === "function" ? format : format.validate;
}

/** A subset of RFC 3986: http or https, an ASCII host, a path and a query without percent-encoding. */
const PLAIN_URI = /^https?:\/\/[a-z0-9.-]+(?::[0-9]{1,5})?(?:\/[A-Za-z0-9._~-]*)*(?:\?[A-Za-z0-9._~=&-]*)?$/;

/** A subset of the valid values: no fraction, days 1 to 28, no leap second. */
const PLAIN_DATE_TIME =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3])(?::[0-5]\d){2}(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
