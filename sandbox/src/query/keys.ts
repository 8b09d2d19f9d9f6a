import type { FieldType } from "./condition.js";

/** What values of fields are compared by: numbers for float and date, in milliseconds since 1970, and text otherwise. */
export type Key = string | number;

/** Orders numbers by size and texts by their code points. Below zero when `left` comes first, zero when they are equal. */
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

/** JavaScript orders by UTF-16 units, which puts U+10000 and above, written with units from 0xD800, before U+E000. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

/**
 * How to read a stored value of a type as the key that it is compared by. A value of another type, and a missing one,
 * has no key. An option of a multiSelect is read like text.
 */
export function keyReader(type: FieldType): (value: unknown) => Key | undefined {
  if (type === "float") return numberIn;
  return type === "date" ? instantIn : textIn;
}

function numberIn(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}

function instantIn(value: unknown): number | undefined {
  if (typeof value !== "string") return undefined;
  const instant = Date.parse(value);
  return Number.isNaN(instant) ? undefined : instant;
}

function textIn(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/**
 * The instant of a date-time after RFC 3339, in milliseconds since 1970, or nothing when the text is none. Digits after
 * the milliseconds are dropped.
 */
export function instantOf(text: string): number | undefined {
  const match = DATE_TIME.exec(text);
  if (match === null) return undefined;
  const [, year, month, day] = match;
  if (Number(day) > daysIn(Number(year), Number(month))) return undefined;
  const instant = Date.parse(text);
  return Number.isNaN(instant) ? undefined : instant;
}

// The hour 24 is in ISO 8601 and in Date.parse, but not in RFC 3339.
const DATE_TIME = /^(\d{4})-(\d{2})-(\d{2})T(?:[01]\d|2[0-3]):\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;

/** Date.parse takes any day up to 31 and moves the 30th of February to March. */
function daysIn(year: number, month: number): number {
  // Years below 100 would be read as of the 20th century; 400 years on, the calendar is the same.
  return new Date(Date.UTC(year + 400, month, 0)).getUTCDate();
}
