import { elapsedMs } from "../core/clock.js";
import { TimeoutError } from "../core/errors.js";
import type { Controller } from "../core/options.js";
import { type Call, remainingMs } from "../request/call.js";
import { onAbort } from "../request/deadline.js";

/** Ends a transfer when no byte moves for too long, or when the caller aborts. */
export interface Guard {
  /** Settles as a step does, or rejects when the transfer ends. */
  within<T>(step: () => Promise<T>): Promise<T>;
  /** A byte has moved. */
  touch(): void;
  /** The transfer is complete. */
  end(): void;
  /** Aborts the transfer. */
  abort(reason: unknown): void;
}

/** Creates the guard of an attempt. Until the first byte moves, the deadline of the call counts, too. */
export function createGuard(call: Call, idleTimeoutMs: number, controller: Controller): Guard {
  const { signal, settings } = call;
  const { clock, totalTimeoutMs } = settings;
  let lastMs = elapsedMs(clock);
  let hasMoved = false;
  let rejectStep: ((reason: unknown) => void) | undefined;
  let ignore: (() => void) | undefined;
  const abort = (reason: unknown) => {
    ignore?.();
    rejectStep?.(reason);
    controller.abort(reason);
  };
  signal?.throwIfAborted();
  ignore = signal ? onAbort(signal, abort) : undefined;
  return {
    within<T>(step: () => Promise<T>): Promise<T> {
      return new Promise<T>((resolve, reject) => {
        rejectStep = reject;
        lastMs = elapsedMs(clock);
        let stop = () => {};
        const wait = (delayMs: number): void => {
          stop = clock.timer(delayMs, () => {
            const leftMs = lastMs + idleTimeoutMs - elapsedMs(clock);
            const callMs = hasMoved ? Infinity : remainingMs(call);
            // Timers can fire a little early.
            if (Math.min(leftMs, callMs) >= 1) return wait(Math.min(leftMs, callMs));
            const isCall = callMs < leftMs;
            const timeoutMs = isCall ? totalTimeoutMs : idleTimeoutMs;
            const message = isCall ? `timed out after ${timeoutMs} ms` : `timed out: no byte for ${timeoutMs} ms`;
            abort(new TimeoutError(message, call, { scope: isCall ? "call" : "attempt", timeoutMs }));
          });
        };
        wait(Math.min(idleTimeoutMs, hasMoved ? Infinity : remainingMs(call)));
        const done = () => {
          stop();
          rejectStep = undefined;
        };
        step().then(resolve, reject).finally(done);
      });
    },
    touch() {
      hasMoved = true;
      lastMs = elapsedMs(clock);
    },
    end() {
      ignore?.();
    },
    abort,
  };
}
