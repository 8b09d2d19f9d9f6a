import type { Format } from "ajv";
import { fullFormats } from "ajv-formats/dist/formats.js";

/** Formats that are stricter here than in ajv-formats, by name. */
export const strictFormats: Record<string, Format> = {
  /** RFC 3339, section 5.6, which allows a lowercase `t` and `z`. ajv-formats also accepts a space. */
  "date-time": { type: "string", validate: isDateTime },
  /** A signed 64-bit integer. ajv-formats accepts any integer. */
  int64: { type: "number", validate: isInt64 },
};

const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i;

function isDateTime(text: string): boolean {
  const known = fullFormats["date-time"];
  // ajv-formats declares its table with the general format type; its date-time is an object with a function.
  if (typeof known !== "object" || known instanceof RegExp || typeof known.validate !== "function") return false;
  const { validate } = known as { validate: (text: string) => boolean };
  return DATE_TIME.test(text) && validate(text);
}

function isInt64(value: number): boolean {
  // JSON.parse rounds the maximum, 9223372036854775807, up to 2 ** 63.
  return Number.isInteger(value) && Math.abs(value) <= 2 ** 63;
}

/**
 * The same formats for the quick validator: a fast test accepts common values, and the exact test decides the rest.
 */
export const quickFormats: Record<string, Format> = {
  ...strictFormats,
  "date-time": { type: "string", validate: (text) => PLAIN_DATE_TIME.test(text) || exact("date-time", text) },
  uri: { type: "string", validate: (text) => PLAIN_URI.test(text) || exact("uri", text) },
};

function exact(name: string, text: string): boolean {
  const format = strictFormats[name] ?? fullFormats[name as "uri"];
  if (typeof format === "function") return format(text);
  // `date-time` and `uri` are functions, or objects with a function of text.
  const { validate } = format as { validate: (text: string) => boolean };
  return validate(text);
}

/** A subset of RFC 3986: http or https, an ASCII host, a path and a query without percent-encoding. */
const PLAIN_URI = /^https?:\/\/[a-z0-9.-]+(?::[0-9]{1,5})?(?:\/[A-Za-z0-9._~-]*)*(?:\?[A-Za-z0-9._~=&-]*)?$/;

/** A subset of the valid values: no fraction, days 1 to 28, no leap second. */
const PLAIN_DATE_TIME =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3])(?::[0-5]\d){2}(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
