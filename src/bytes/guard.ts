import { elapsedMs } from "../core/clock.js";
import type { Controller } from "../core/options.js";
import { type Call, remainingMs } from "../request/call.js";
import { assertRunning, onAbort, timeoutError } from "../request/deadline.js";

export type Guard = ReturnType<typeof createGuard>;

/**
 * Ends a transfer when no byte moves for too long, or when the caller aborts. Until the first byte moves, the timeout of
 * the call counts, too, and its deadline always.
 */
export function createGuard(call: Call, idleTimeoutMs: number, controller: Controller) {
  const { clock } = call.settings;
  const reasons: unknown[] = [];
  let lastMs = elapsedMs(clock);
  const deadlineMs = lastMs + call.settings.deadline - clock.now();
  let hasMoved = false;
  let isWaiting = true;
  let chunks = 1;
  let stop = () => {};
  let rejectStep = (_: unknown) => {};
  const end = () => {
    stop();
    for (const ignore of ignores) ignore();
  };
  const abort = (reason: unknown) => {
    end();
    reasons.push(reason);
    rejectStep(reason);
    controller.abort(reason);
  };
  // One timer for all chunks: each would cost.
  const check = () => {
    const limitMs = idleTimeoutMs * chunks;
    const idleMs = limitMs - (isWaiting ? elapsedMs(clock) - lastMs : 0);
    const callMs = hasMoved ? deadlineMs - elapsedMs(clock) : remainingMs(call);
    const leftMs = Math.min(idleMs, callMs);
    if (leftMs > 0) stop = clock.timer(leftMs, check);
    else if (callMs < idleMs) abort(timeoutError(call, 0, true));
    else
      abort(timeoutError(call, limitMs, false, chunks > 1 ? "timed out: not sent within" : "timed out: no byte for"));
  };
  assertRunning(call);
  const ignores = call.settings.signals.map((signal) => onAbort(signal, abort));
  check();
  return {
    /** Settles as a step does, or rejects when the transfer is aborted. */
    within: <T>(step: () => Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        rejectStep = reject;
        if (reasons.length > 0) reject(reasons[0]);
        else step().then(resolve, reject);
      }),
    /** Bytes have moved, or so many chunks move unseen from now on: each may take the whole limit. */
    touch(unseen = 1) {
      hasMoved = true;
      lastMs = elapsedMs(clock);
      if (unseen === chunks) return;
      chunks = unseen;
      stop();
      if (reasons.length === 0) check();
    },
    /** Whether the transfer waits for bytes. Otherwise the program does not read. */
    wait(waits: boolean) {
      isWaiting = waits;
      lastMs = elapsedMs(clock);
    },
    end,
    abort,
    /** Why it was aborted, in an array. */
    reasons: reasons as readonly unknown[],
  };
}
