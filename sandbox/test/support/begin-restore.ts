import { setImmediate } from "node:timers/promises";
import type { Sandbox } from "content-service-sandbox";

/** How long a slow restore takes on the clock of the sandbox. */
export const SLOW_MS = 5000;

/** A restore that is under way. */
export interface SlowRestore<Folder> {
  /** Lets the clock of the sandbox run until the restore has ended. */
  finish(): Promise<Folder>;
}

/** Makes a restore slow, sends it, and comes back when it is under way. */
export async function beginRestore<Folder>(
  sandbox: Sandbox,
  restore: () => Promise<Folder>,
): Promise<SlowRestore<Folder>> {
  const { id } = sandbox.faults.add({ kind: "delay", operation: "restoreFolder", delay_ms: SLOW_MS });
  const restored = restore();
  let ended = false;
  const end = () => {
    ended = true;
  };
  restored.then(end, end);
  // The delay leaves the list when it begins.
  while (sandbox.faults.list().some((fault) => fault.id === id)) {
    if (ended) throw new Error("The restore ended before it was slow");
    await setImmediate();
  }
  return {
    finish() {
      sandbox.clock.advance(SLOW_MS);
      return restored;
    },
  };
}
