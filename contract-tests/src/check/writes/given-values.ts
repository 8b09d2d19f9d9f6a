import type { Session } from "../session/check.js";
import { givenValue } from "../session/target-input.js";

/** A parameter of the target. Skips the check when the target does not have it. */
export function parameterOf(
  { contract, target, skip }: Session,
  operation: string,
  name: string,
  what: string,
): string {
  return (
    givenValue(target, contract.operation(operation), name) ??
    skip(`Missing ${operation}.${name}, ${what}: give it in --parameters`)
  );
}

const DAY_MS = 86_400_000;

/** Long enough for any run. A lock that is left behind expires by itself. */
export function tomorrow(session: Session): string {
  return new Date(Math.floor(session.now() / 1000) * 1000 + DAY_MS).toISOString();
}

/** The user who may be deleted. */
export function deletableUser(session: Session): string {
  return parameterOf(session, "deleteUser", "user_id", "the id of a user who may be deleted");
}
