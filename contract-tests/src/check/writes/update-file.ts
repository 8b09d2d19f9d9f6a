import type { Session } from "../session/check.js";
import { expectStatus, expectSuccess } from "../session/expectations.js";
import { expectUnchanged, fileCheck, putBackAfterwards, readFile, updateFile, workspaceOf } from "./workspace-file.js";

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
