import type { UserRecord } from "../store/records.js";
import type { World } from "../store/world.js";
import type { Refusal, Refusals } from "./refusal.js";

/**
 * Finds out who makes a call: whose token it carries, and who `As-User` says that it acts for.
 *
 * Throws a `Refusal` for a token that is missing, unknown or expired, and for a user whom the caller may not act for.
 */
export function authenticate(world: World, nowMs: number, headers: Headers, refusals: Refusals): UserRecord {
  const caller = callerOf(world, nowMs, headers.get("authorization"));
  if (caller === undefined) throw unauthorized(refusals);
  const actsFor = headers.get("as-user");
  if (actsFor === null || actsFor === caller.id) return caller;
  const user = world.users.get(actsFor);
  if (caller.role === "member" || user?.enterprise_id !== caller.enterprise_id)
    throw refusals.named("as_user_forbidden");
  return user;
}

function callerOf(world: World, nowMs: number, authorization: string | null): UserRecord | undefined {
  const [, token = ""] = /^Bearer +(\S+)$/i.exec(authorization ?? "") ?? [];
  const record = world.accessTokens.get(token);
  if (record === undefined || Date.parse(record.expires_at) <= nowMs) return undefined;
  return world.users.get(record.user_id);
}

function unauthorized(refusals: Refusals): Refusal {
  const refusal = refusals.named("unauthorized");
  return refusal.with({ "www-authenticate": 'Bearer error="invalid_token"' });
}
