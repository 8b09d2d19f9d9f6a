import { isJsonObject, type Json } from "../../contract/json.js";

/**
 * Tells whether a value holds everything of another one: an object may have more properties, a list has the same items
 * in any order, and two times are the same when they name the same instant.
 */
export function holds(value: Json | undefined, expected: Json): boolean {
  if (Array.isArray(expected)) {
    return (
      Array.isArray(value) &&
      value.length === expected.length &&
      expected.every((item) => value.some((one) => holds(one, item)))
    );
  }
  if (isJsonObject(expected)) {
    return isJsonObject(value) && Object.entries(expected).every(([name, inner]) => holds(value[name], inner));
  }
  if (typeof value === "string" && typeof expected === "string") return value === expected || sameTime(value, expected);
  return value === expected;
}

/** RFC 3339, section 5.6: the same instant can be written with another offset, or with more digits. */
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;

function sameTime(left: string, right: string): boolean {
  return DATE_TIME.test(left) && DATE_TIME.test(right) && Date.parse(left) === Date.parse(right);
}
