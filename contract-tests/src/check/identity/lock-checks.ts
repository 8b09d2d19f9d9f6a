import { type Exchange, errorCodeOf, type JsonObject, statusesByCode } from "content-service-contract";
import { asUser, type Caller, callersOf, representable } from "../session/callers.js";
import { type Check, type CheckTarget, jsonOf, type Session } from "../session/check.js";
import { expectStatus, isClientError, isSuccess } from "../session/expectations.js";
import { tomorrow } from "../writes/given-values.js";
import { fileCheck, putBackAfterwards, workspaceOf } from "../writes/workspace-file.js";

/** Only the creator of a lock can change the file; others can only remove the lock (assumption D49). */
export function lockChecks(target: CheckTarget): Check[] {
  const [own, second] = callersOf(target);
  return [
    fileCheck(
      "respects-locks-of-others",
      "changes a locked file for the creator of the lock only",
      async (session, before) => {
        if (before.values["lock"] !== null)
          return session.skip("The file is locked already: give another one with --file");
        const [user] = representable(session);
        const other =
          second ??
          (user === undefined
            ? session.skip("Missing another caller: give --callers or --second-token")
            : asUser(user));
        putBackAfterwards(session, before);
        // Runs before the file is restored, which needs it unlocked.
        session.cleanUp(async () => void (await update(session, own, { lock: null })));
        const locked = await update(session, other, { lock: { access: "lock", expires_at: tomorrow(session) } });
        if (isClientError(locked.response.status))
          session.skip("The other user may not lock the file: give another one with --file");
        if (!expectStatus(session, locked, "2xx", "a lock")) return;
        if (!(await isProtected(session, other, own, before.name))) return;
        const again = await update(session, own, { lock: { access: "lock", expires_at: tomorrow(session) } });
        if (expectStatus(session, again, "2xx", "a lock")) await isProtected(session, own, other, before.name);
      },
    ),
  ];
}

/** Tries to change a file that the holder locked. Returns whether its lock was respected, and removed in the end. */
async function isProtected(session: Session, holder: Calling, rival: Calling, name: string): Promise<boolean> {
  const unique = session.uniqueName();
  const attempts: Readonly<Record<string, JsonObject>> = {
    "a new name": { name: `${unique}-${name}` },
    "a description": { description: unique },
    tags: { tags: [unique] },
    "a lock of another user": { lock: { access: "lock", expires_at: tomorrow(session) } },
    "a shared link": { shared_link: { access: "company" } },
    "the removal of the lock with another change": { lock: null, description: unique },
  };
  for (const [what, body] of Object.entries(attempts)) {
    if (!expectLocked(session, await update(session, rival, body), what)) return false;
  }
  const change = await update(session, holder, { description: `Locked by ${unique}` });
  if (!expectStatus(session, change, "2xx", "a change by the creator of the lock")) return false;
  const removed = await update(session, rival, { lock: null });
  return expectStatus(session, removed, "2xx", "the removal of a lock alone, by another user");
}

type Calling = Pick<Caller, "call">;

function update(session: Session, caller: Calling, body: JsonObject): Promise<Exchange> {
  const path = { file_id: workspaceOf(session).fileId };
  return caller.call(session, "updateFile", { path, query: { fields: ["lock", "description"] }, body });
}

function expectLocked(session: Session, exchange: Exchange, what: string): boolean {
  if (!expectStatus(session, exchange, 403, `${what} of a file that another user locked`)) return false;
  const code = errorCodeOf(jsonOf(exchange));
  // Another right can be missing too, such as that to share.
  if (code === CODE || code === "access_denied_insufficient_permissions") return true;
  if (code !== undefined && !statusesByCode(session.contract).has(code)) return true;
  session.find({
    rule: "state-kept",
    message: `Expected the code ${CODE} for ${what} of a locked file; received ${code ?? "none"}`,
    operation: "updateFile",
    contract: "/components/schemas/Error/properties/code",
    at: "/response/body/code",
    exchange,
  });
  return !isSuccess(exchange.response.status);
}

const CODE = "access_denied_item_locked";
