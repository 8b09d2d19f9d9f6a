import type { Session } from "../session/check.js";
import { givenValue } from "../session/target-input.js";

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

/** Skips a check that was refused with 403 when the token is not one of an admin; another list for admins tells. */
export async function skipUnlessAdmin(session: Session): Promise<void> {
  const list = await session.call("listCollaborationAllowlistEntries", {});
  if (list.response.status === 403) session.skip("The token is not one of an admin");
}

const DAY_MS = 86_400_000;

/** A day is enough for any run, and a lock that stays behind after all ends by itself. */
export function tomorrow(): string {
  return new Date(Math.floor(Date.now() / 1000) * 1000 + DAY_MS).toISOString();
}

/** An address of its own that leads to the same mailbox (RFC 5233), and is short enough for one (RFC 5321). */
export function withTag(address: string, name: string): string {
  const at = address.lastIndexOf("@");
  return `${address.slice(0, at)}+${name.slice(-12)}${address.slice(at)}`;
}
