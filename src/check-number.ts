/**
 * Checks the number of an option. A time (`…Ms`) can have a fraction, a count cannot; `Infinity` is no limit.
 *
 * @throws TypeError for any other value, and for `Infinity` and a fraction where the number must be finite.
 */
export function checkNumber(name: string, value: unknown, minimum = 0, mustBeFinite = false): void {
  const isWhole = mustBeFinite || !name.endsWith("Ms");
  const isValid = !isWhole || Number.isInteger(value) || (value === Infinity && !mustBeFinite);
  if (typeof value === "number" && value >= minimum && isValid) return;
  throw new TypeError(`${name} must be a ${isWhole ? "whole " : ""}number, ${minimum} or more`);
}
