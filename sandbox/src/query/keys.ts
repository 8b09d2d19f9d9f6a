import { instantMs } from "../clock/time.js";

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
  if (type === "date") return (value) => (typeof value === "string" ? unlessNaN(instantMs(value)) : undefined);
  return (value) => (typeof value === "string" ? value : undefined);
}

export function unlessNaN(ms: number): number | undefined {
  return Number.isNaN(ms) ? undefined : ms;
}
