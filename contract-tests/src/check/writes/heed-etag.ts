import type { Check, Session } from "../check.js";
import { expectStatus, expectSuccess } from "./expect-answer.js";
import { expectNewEtag, expectUnchanged } from "./expect-unchanged.js";
import { putBackAfterwards, readFile, stateIn, updateFile } from "./workspace-file.js";

/** The check that a file is changed only when it is the one that the caller has seen. */
export const heedEtag: Check = {
  id: "updateFile/heeds-if-match",
  operation: "updateFile",
  title: "updateFile changes a file only while it has the etag in If-Match",
  effects: "undone",
  async run(session) {
    const before = await readFile(session);
    if (before === undefined) return;
    if (before.etag === undefined) return session.skip("The file shows no etag");
    putBackAfterwards(session, before);
    const stale = { "If-Match": before.etag };
    const first = await updateFile(session, describe(session), stale);
    if (!expectTaken(session, first)) return;
    expectNewEtag(session, before, first);
    const changed = stateIn(first);
    // Without a new etag nobody could know better, and the finding is there.
    if (changed.etag === undefined || changed.etag === before.etag) return;
    const second = await updateFile(session, describe(session), stale);
    const heeded = expectStatus(session, second, 412, {
      operation: "updateFile",
      rule: "precondition-heeded",
      otherwise: "A change with an etag that the file no longer has must be refused with 412",
    });
    if (!heeded) return;
    const after = await readFile(session);
    if (after === undefined || expectUnchanged(session, changed, after) > 0) return;
    const third = await updateFile(session, describe(session), { "If-Match": changed.etag });
    if (expectTaken(session, third)) expectNewEtag(session, changed, third);
  },
};

function expectTaken(session: Session, exchange: Parameters<typeof expectSuccess>[2]): boolean {
  if (exchange.response.status !== 412) return expectSuccess(session, "updateFile", exchange);
  return expectStatus(session, exchange, 200, {
    operation: "updateFile",
    rule: "precondition-heeded",
    otherwise: "A change with the etag that the file has must be made",
  });
}

function describe(session: Session) {
  return { description: `Described by ${session.uniqueName()}` };
}
