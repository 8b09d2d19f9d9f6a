import type { Format } from "ajv";
import { fullFormats } from "ajv-formats/dist/formats.js";

/** Formats that are stricter here than in ajv-formats, by name. */
export const strictFormats: Record<string, Format> = {
  /** RFC 3339 with a capital `T` and an offset. ajv-formats takes a space for the `T` and small letters too. */
  "date-time": { type: "string", validate: isDateTime },
  /** A whole number that 64 bits with a sign can hold. ajv-formats takes any whole number. */
  int64: { type: "number", validate: isInt64 },
};

const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

function isDateTime(text: string): boolean {
  const known = fullFormats["date-time"];
  // ajv-formats declares its table with the general format type; its date-time is an object with a function.
  if (typeof known !== "object" || known instanceof RegExp || typeof known.validate !== "function") return false;
  const { validate } = known as { validate: (text: string) => boolean };
  return DATE_TIME.test(text) && validate(text);
}

function isInt64(value: number): boolean {
  // JSON.parse rounds 9223372036854775807 up to 2 ** 63, so that one value is refused too.
  return Number.isInteger(value) && value >= -(2 ** 63) && value < 2 ** 63;
}
