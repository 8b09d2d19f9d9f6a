import type { Exchange } from "../../exchange/exchange.js";
import type { Session } from "../session/check.js";
import { expectStatus, expectSuccess, PRECONDITION } from "../session/expectations.js";
import {
  expectNewEtag,
  expectUnchanged,
  fileCheck,
  putBackAfterwards,
  readFile,
  stateIn,
  updateFile,
  workspaceOf,
} from "./workspace-file.js";

/** Several changes in one call are atomic. */
export const allOrNothing = fileCheck(
  "all-or-nothing",
  "changes nothing when one of several changes is invalid",
  async (session, before) => {
    putBackAfterwards(session, before);
    const unknownFolder = { parent: { id: session.uniqueName() } };
    const exchange = await updateFile(session, { ...describe(session), ...unknownFolder });
    const rule = "wrong-request-rejected";
    if (!expectStatus(session, exchange, "4xx", "a move into a folder that does not exist", { rule })) return;
    const after = await readFile(session);
    if (after !== undefined) expectUnchanged(session, before, after);
  },
);

/** `If-Match` protects a file from a change by an outdated client. */
export const respectsIfMatch = fileCheck(
  "respects-if-match",
  "changes a file only while it has the etag in If-Match",
  async (session, before) => {
    if (before.etag === undefined) return session.skip("The file shows no etag");
    putBackAfterwards(session, before);
    const stale = { "If-Match": before.etag };
    const first = await updateFile(session, describe(session), stale);
    if (!expectAccepted(session, first)) return;
    expectNewEtag(session, before, first);
    const changed = stateIn(first);
    // Without a new etag the rest cannot be checked, and the finding exists.
    if (changed.etag === undefined || changed.etag === before.etag) return;
    const second = await updateFile(session, describe(session), stale);
    if (!expectStatus(session, second, 412, "an outdated etag in `If-Match`", PRECONDITION)) return;
    const after = await readFile(session);
    if (after === undefined || expectUnchanged(session, changed, after) > 0) return;
    const third = await updateFile(session, describe(session), { "If-Match": changed.etag });
    if (expectAccepted(session, third)) expectNewEtag(session, changed, third);
  },
);

function expectAccepted(session: Session, exchange: Exchange): boolean {
  if (exchange.response.status !== 412) return expectSuccess(session, exchange);
  return expectStatus(session, exchange, "2xx", "the current etag in `If-Match`", PRECONDITION);
}

function describe(session: Session) {
  return { description: `Described by ${session.uniqueName()}` };
}

/** The response without `fields`. */
export const standardFile = fileCheck(
  "standard",
  "returns the standard representation and changes nothing else",
  async (session, before) => {
    putBackAfterwards(session, before);
    const path = { file_id: workspaceOf(session).fileId };
    const exchange = await session.call("updateFile", { path, body: { name: before.name } });
    if (!expectSuccess(session, exchange)) return;
    const after = await readFile(session);
    if (after !== undefined) expectUnchanged(session, before, after);
  },
);
