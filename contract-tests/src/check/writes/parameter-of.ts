import type { Session } from "../check.js";
import { givenValue } from "../target-input.js";

/** A parameter that the target was given, for one operation or for all. Skips the check when it was not. */
export function parameterOf(
  { contract, target, skip }: Session,
  operation: string,
  name: string,
  what: string,
): string {
  return (
    givenValue(target, contract.operation(operation), name) ?? skip(`The parameter ${name} was not given, ${what}`)
  );
}
