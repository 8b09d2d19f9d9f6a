import type { Check } from "../check.js";
import { expectSuccess } from "./expect-answer.js";
import { expectUnchanged } from "./expect-unchanged.js";
import { putBackAfterwards, readFile, workspaceOf } from "./workspace-file.js";

/** The check of an answer without `fields`. */
export const standardFile: Check = {
  id: "updateFile/standard",
  operation: "updateFile",
  title: "updateFile answers with the standard representation, and leaves alone what it was not asked to change",
  effects: "undone",
  async run(session) {
    const before = await readFile(session);
    if (before === undefined) return;
    putBackAfterwards(session, before);
    const path = { file_id: workspaceOf(session).fileId };
    const answer = await session.call("updateFile", { path, body: { name: before.name } });
    if (!expectSuccess(session, "updateFile", answer)) return;
    const after = await readFile(session);
    if (after !== undefined) expectUnchanged(session, before, after);
  },
};
