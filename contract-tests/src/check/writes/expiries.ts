import { errorCodeOf, isJsonObject, type JsonObject, stringAt } from "content-service-contract";
import { callersOf } from "../session/callers.js";
import { jsonOf, type Session } from "../session/check.js";
import { expectStatus, expectSuccess, isSuccess } from "../session/expectations.js";
import { findItem } from "./share-file.js";
import { fileCheck, LOCKED, putBackAfterwards, readFile, stateIn, updateFile, workspaceOf } from "./workspace-file.js";

/** A lock and a shared link end at their expiry. One that has passed is rejected, or ends them at once. */
export const endsWhatExpires = fileCheck(
  "ends-what-expires",
  "ends a lock and a shared link at their expiry",
  async (session, before) => {
    const { lock, shared_link } = before.values;
    if (lock !== null || shared_link !== null) return session.skip("The file has a lock or a shared link already");
    putBackAfterwards(session, before);
    const past = new Date(session.now() - DAY_MS).toISOString();
    for (const body of [locked(past), shared(past)]) {
      const exchange = await updateFile(session, body);
      if (isSuccess(exchange.response.status) && !(await expectEnded(session, linkIn(exchange), "one in the past")))
        return;
    }
    const endMs = Math.ceil(session.now() / 1000) * 1000 + SHORT_MS;
    const soon = new Date(endMs).toISOString();
    const changed = await updateFile(session, { ...locked(soon), ...shared(soon) });
    if (!expectSuccess(session, changed)) return;
    await session.wait(endMs - session.now() + 1);
    await readFile(session);
    if (session.now() < endMs) session.skip("The clock of the service stands still");
    await expectEnded(session, linkIn(changed), soon);
  },
);

const DAY_MS = 86_400_000;
/** Enough for the calls before the end. */
const SHORT_MS = 2000;

function locked(expires_at: string): JsonObject {
  return { lock: { access: "lock", expires_at } };
}

function shared(unshared_at: string): JsonObject {
  return { shared_link: { access: "company", unshared_at } };
}

function linkIn(exchange: Parameters<typeof stateIn>[0]): string | undefined {
  const { shared_link: link } = stateIn(exchange).values;
  return isJsonObject(link) ? stringAt(link, "url") : undefined;
}

/** Another caller can change the file, and nobody finds it by the link. */
async function expectEnded(session: Session, link: string | undefined, expiry: string): Promise<boolean> {
  const { fileId } = workspaceOf(session);
  const found = link === undefined ? undefined : await findItem(session, link);
  const [, ...others] = callersOf(session.target);
  const other = others.find(({ facts }) => facts.hidden?.["file"]?.includes(fileId) !== true);
  const description = `Described by ${session.uniqueName()}`;
  const input = { path: { file_id: fileId }, body: { description } };
  const changed = await other?.call(session, "updateFile", input);
  return (
    (found === undefined || expectStatus(session, found, 404, `a shared link after its expiry, ${expiry}`)) &&
    (changed === undefined ||
      (changed.response.status === 403 && errorCodeOf(jsonOf(changed)) !== LOCKED) ||
      expectStatus(session, changed, "2xx", `a change by ${other?.name} after the expiry of a lock, ${expiry}`))
  );
}
