import { errorCodeOf, isJsonObject, type JsonObject, stringAt } from "content-service-contract";
import { callersOf } from "../session/callers.js";
import { jsonOf, letPass, type Session } from "../session/check.js";
import { expectStatus, isSuccess } from "../session/expectations.js";
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
    // Responses show no lock and no link that have ended, but the service may keep them.
    session.cleanUp(async () => void (await updateFile(session, { lock: null, shared_link: null })));
    for (const body of [locked(PAST), shared(PAST)]) {
      const exchange = await updateFile(session, body);
      if (isSuccess(exchange.response.status) && !(await expectEnded(session, linkIn(exchange), "one in the past")))
        return;
    }
    const { soon, passes } = expirySoon(session);
    const changed = await updateFile(session, { ...locked(soon), ...shared(soon) });
    // A slow service may take it for one in the past.
    if (!isSuccess(changed.response.status)) session.skip(`The service rejected the expiry ${soon}`);
    await passes();
    await expectEnded(session, linkIn(changed), soon);
  },
);

/** A time that comes soon, and a way to wait for it. */
export function expirySoon(session: Session): { soon: string; passes(): Promise<void> } {
  // A gateway may have sent the `Date` by which the time of the service is known.
  if (Math.abs(session.now() - Date.now()) > MOST_SKEW_MS)
    session.skip("The clock of the service differs from this one by more than a minute");
  const endMs = Math.ceil(session.now() / 1000) * 1000 + SHORT_MS;
  return {
    soon: new Date(endMs).toISOString(),
    async passes() {
      if (!(await letPass(session, endMs - session.now() + 1)))
        session.skip("The run may not wait until something expires: give --wait 5");
      await readFile(session);
      if (session.now() < endMs) session.skip("The clock of the service stands still");
    },
  };
}

const PAST = "2000-01-02T03:04:05Z";
const MOST_SKEW_MS = 60_000;
/** Enough for the calls before the end. The `Date` of a service has whole seconds, so the wait is up to two seconds longer. */
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
  const found = link === undefined ? [] : [await findItem(session, link)];
  const etag = link === undefined ? undefined : (await readFile(session))?.etag;
  // The record has not changed, but the link is no more.
  if (link !== undefined && etag !== undefined)
    found.push(await findItem(session, link, undefined, { "If-None-Match": etag }));
  const [, ...others] = callersOf(session.target);
  const other = others.find(({ facts }) => facts.hidden?.["file"]?.includes(fileId) !== true);
  const description = `Described by ${session.uniqueName()}`;
  const input = { path: { file_id: fileId }, body: { description } };
  const changed = await other?.call(session, "updateFile", input);
  return (
    found.every((one) => expectStatus(session, one, 404, `a shared link after its expiry, ${expiry}`)) &&
    (changed === undefined ||
      (changed.response.status === 403 && errorCodeOf(jsonOf(changed)) !== LOCKED) ||
      expectStatus(session, changed, "2xx", `a change by ${other?.name} after the expiry of a lock, ${expiry}`))
  );
}
