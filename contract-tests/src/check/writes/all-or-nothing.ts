import type { Check } from "../check.js";
import { expectStatus, isRefusal } from "./expect-answer.js";
import { expectUnchanged } from "./expect-unchanged.js";
import { putBackAfterwards, readFile, updateFile } from "./workspace-file.js";

/** The check that several changes in one call take effect together. */
export const allOrNothing: Check = {
  id: "updateFile/all-or-nothing",
  operation: "updateFile",
  title: "updateFile changes nothing when one of several changes is refused",
  effects: "undone",
  async run(session) {
    const before = await readFile(session);
    if (before === undefined) return;
    putBackAfterwards(session, before);
    // The folder is one that nobody has.
    const body = { description: `Described by ${session.uniqueName()}`, parent: { id: session.uniqueName() } };
    const answer = await updateFile(session, body);
    const refused = expectStatus(session, answer, isRefusal, {
      operation: "updateFile",
      rule: "wrong-request-refused",
      otherwise: "A move into a folder that does not exist must be refused",
    });
    if (!refused) return;
    const after = await readFile(session);
    if (after !== undefined) expectUnchanged(session, before, after);
  },
};
