/**
 * Checks the number of an option. `Infinity` is no limit, unless the number must be whole.
 *
 * @throws TypeError for any other value, `NaN` included.
 */
export function checkNumber(name: string, value: unknown, minimum = 0, isWhole = false): void {
  if (typeof value === "number" && value >= minimum && (!isWhole || Number.isInteger(value))) return;
  throw new TypeError(`${name} must be a ${isWhole ? "whole " : ""}number, ${minimum} or more`);
}
