import { instantMs, isDay } from "../clock/time.js";

/** The types of template fields. A date is a date-time, an enum one option, a multiSelect several options. */
export type FieldType = "string" | "float" | "date" | "enum" | "multiSelect";

/** A comparable value: a number for float, milliseconds since 1970 for date, text for other types. */
export type Key = string | number;

/** Compares numbers by size and texts by code points, for `Array.prototype.sort`. */
export function compareKeys(left: Key, right: Key): number {
  return typeof left === "number" && typeof right === "number"
    ? left - right
    : compareText(String(left), String(right));
}

function compareText(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index++) {
    const difference = left.charCodeAt(index) - right.charCodeAt(index);
    if (difference !== 0) return rank(left.charCodeAt(index)) - rank(right.charCodeAt(index));
  }
  return left.length - right.length;
}

/** JavaScript compares UTF-16 units, which puts U+10000 and above (units from 0xD800) before U+E000. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

/** Returns the function that reads a stored value, or an option of a multiSelect, as a key. Other values have no key. */
export function keyReader(type: FieldType): (value: unknown) => Key | undefined {
  if (type === "float") return (value) => (typeof value === "number" ? value : undefined);
  if (type === "date") return (value) => (typeof value === "string" ? parsedInstant(value) : undefined);
  return (value) => (typeof value === "string" ? value : undefined);
}

function parsedInstant(text: string): number | undefined {
  const instant = instantMs(text);
  return Number.isNaN(instant) ? undefined : instant;
}

/** Parses a date-time of RFC 3339, in milliseconds since 1970. Ignores digits after the milliseconds. */
export function instantOf(text: string): number | undefined {
  return DATE_TIME.test(text) && isDay(text.slice(0, 10)) ? parsedInstant(text) : undefined;
}

// ISO 8601 and `Date.parse` allow the hour 24, RFC 3339 does not.
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;
