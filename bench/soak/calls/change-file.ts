import type { KnownFile } from "../ledger.js";
import { firstNameOf } from "../soak-seed.js";
import { type Deed, untilAnswered } from "./caller.js";

/** What is known of the file of a caller. */
export type FileState = Omit<KnownFile, "id" | "instance">;

/** Makes the deed that renames, locks and unlocks the caller's own file, each time only if nobody else has changed it. */
export function fileChanger(fileId: string): { readonly deed: Deed; readonly state: () => FileState } {
  let state: FileState = { name: firstNameOf(fileId), etag: "0", isLocked: false };
  let changes = 0;

  const deed: Deed = async (caller) => {
    const { client, meter } = caller;
    const path = { file_id: fileId };
    changes += 1;
    const before = state;
    const after = changed(before, `file-${fileId}-${changes}.txt`, changes % 3);
    const body =
      after.name !== before.name ? { name: after.name } : { lock: after.isLocked ? { access: "lock" as const } : null };
    const header = { "If-Match": before.etag };
    const query = { fields: ["name", "etag", "lock"] as const };
    const ended = await meter.call("updateFile", () => client.updateFile({ path, header, body, query }));
    // Without a change, an update gives the file as it is.
    const seen =
      "value" in ended
        ? ended
        : await untilAnswered(caller, "updateFile", () => client.updateFile({ path, body: {}, query }));
    if (seen === undefined) return;
    const { name, etag, lock } = seen.value;
    state = { name, etag, isLocked: lock != null };
    const isOne = (one: FileState) => JSON.stringify(one) === JSON.stringify(state);
    if (isOne(after) || ("error" in ended && isOne(before))) return;
    meter.problem(`file ${fileId} is ${JSON.stringify(state)} after a change from ${JSON.stringify(before)}`);
  };
  return { deed, state: () => state };
}

function changed({ name, etag, isLocked }: FileState, newName: string, turn: number): FileState {
  const next = String(Number(etag) + 1);
  return turn === 0 ? { name: newName, etag: next, isLocked } : { name, etag: next, isLocked: !isLocked };
}
