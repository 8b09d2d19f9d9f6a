import type { Key } from "./compare-keys.js";
import type { FieldType } from "./field-type.js";

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
