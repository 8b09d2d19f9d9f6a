import { elapsedMs } from "../core/clock.js";
import { TimeoutError } from "../core/errors.js";
import type { Controller } from "../core/options.js";
import { type Call, remainingMs } from "../request/call.js";
import { onAbort } from "../request/deadline.js";

/** Ends a transfer when no byte moves for too long, or when the caller aborts. */
export interface Guard {
  /** Settles as a step does, or rejects when the transfer is aborted. */
  within<T>(step: () => Promise<T>): Promise<T>;
  /** A byte has moved. */
  touch(): void;
  /** Whether the transfer waits for bytes. Otherwise the program does not read. */
  wait(isWaiting: boolean): void;
  /** The transfer is complete. */
  end(): void;
  /** Aborts the transfer. */
  abort(reason: unknown): void;
  /** Why it was aborted, in an array. */
  readonly reasons: readonly unknown[];
}

/** Creates the guard of an attempt. Until the first byte moves, the deadline of the call counts, too. */
export function createGuard(call: Call, idleTimeoutMs: number, controller: Controller): Guard {
  const { signal, settings } = call;
  const { clock, totalTimeoutMs } = settings;
  const reasons: unknown[] = [];
  let lastMs = elapsedMs(clock);
  let hasMoved = false;
  let isWaiting = true;
  let stop = () => {};
  let ignore = () => {};
  let rejectStep = (_: unknown) => {};
  const end = () => {
    stop();
    ignore();
  };
  const abort = (reason: unknown) => {
    end();
    reasons.push(reason);
    rejectStep(reason);
    controller.abort(reason);
  };
  // One timer for all chunks: each would cost.
  const check = () => {
    const idleMs = idleTimeoutMs - (isWaiting ? elapsedMs(clock) - lastMs : 0);
    const callMs = hasMoved ? Infinity : remainingMs(call);
    const leftMs = Math.min(idleMs, callMs);
    if (leftMs > 0) {
      stop = clock.timer(leftMs, check);
      return;
    }
    const isCall = callMs < idleMs;
    const timeoutMs = isCall ? totalTimeoutMs : idleTimeoutMs;
    const message = isCall ? `timed out after ${timeoutMs} ms` : `timed out: no byte for ${timeoutMs} ms`;
    abort(new TimeoutError(message, call, { scope: isCall ? "call" : "attempt", timeoutMs }));
  };
  signal?.throwIfAborted();
  if (signal) ignore = onAbort(signal, abort);
  check();
  return {
    within: (step) =>
      new Promise((resolve, reject) => {
        rejectStep = reject;
        if (reasons.length > 0) reject(reasons[0]);
        else step().then(resolve, reject);
      }),
    touch() {
      hasMoved = true;
      lastMs = elapsedMs(clock);
    },
    wait(waits) {
      isWaiting = waits;
      lastMs = elapsedMs(clock);
    },
    end,
    abort,
    reasons,
  };
}
