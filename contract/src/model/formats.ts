import type { Format } from "ajv";
import { fullFormats } from "ajv-formats/dist/formats.js";

/** Formats that are stricter here than in ajv-formats, by name. */
export const strictFormats: Record<string, Format> = {
  /** RFC 3339, section 5.6, which allows a lowercase `t` and `z`. ajv-formats also accepts a space. */
  "date-time": {
    type: "string",
    validate: (text) => PLAIN_DATE_TIME.test(text) || (DATE_TIME.test(text) && isDateTime(text)),
  },
  /** A signed 64-bit integer. ajv-formats accepts any integer. */
  int64: {
    type: "number",
    // JSON.parse rounds the maximum, 9223372036854775807, up to 2 ** 63.
    validate: (value) => Number.isInteger(value) && Math.abs(value) <= 2 ** 63,
  },
};

/** Most valid values, in less time: no fraction, days 1 to 28, no leap second. */
const PLAIN_DATE_TIME =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3])(?::[0-5]\d){2}(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i;

// The table of ajv-formats has the general format type.
const { validate: isDateTime } = fullFormats["date-time"] as { validate: (text: string) => boolean };
