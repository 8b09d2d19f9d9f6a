import assert from "node:assert/strict";
import { paragraph } from "../print.js";
import type { Chapter } from "../stage.js";

const RESTORE_MS = 30_000;

export const restore: Chapter = {
  title: "Concurrent restores",
  story: "A restore locks its folder and its destination. A second one to the same destination is retried.",
  file: import.meta.url,
  async play({ as, begins, shows, sandbox, say }) {
    // While the client waits, the sandbox clock advances.
    const owner = as("owner", {
      onEvent(event) {
        if (event.type === "wait") sandbox.clock.advance(RESTORE_MS);
      },
    });
    const slow = sandbox.faults.add({ kind: "delay", operation: "restoreFolder", delay_ms: RESTORE_MS });
    const archive = await begins(
      () => owner.restoreFolder({ path: { folder_id: "3003" } }),
      `takes ${RESTORE_MS / 1000} s and is in progress`,
      // The fault happens once, and is removed after the restore has locked its folders.
      () => !sandbox.faults.list().some(({ id }) => id === slow.id),
    );
    await shows(
      () => owner.restoreFolder({ path: { folder_id: "3008" }, body: { parent: { id: "3001" } } }),
      ({ id, name, parent, item_status }, calls) => {
        assert.ok(calls.some(({ status }) => status === 409));
        return `409 at first; the client waited by itself, and folder ${id}, ${name}, is ${item_status} in ${parent?.name}`;
      },
    );
    const { id, name, item_status } = await archive.response;
    say(`\n${paragraph(`The first restore is done: folder ${id}, ${name}, is ${item_status} again.`)}`);
  },
};
