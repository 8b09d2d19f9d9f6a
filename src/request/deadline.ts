import { elapsedMs } from "../core/clock.js";
import { TimeoutError } from "../core/errors.js";
import type { Call } from "./call.js";

/**
 * Runs a step of a call until it settles, the step or the call times out, or the caller aborts. Without a step it
 * resolves after `limitMs`.
 */
export function withDeadline<T = void>(
  call: Call,
  limitMs: number,
  step?: (signal: AbortSignal | null) => Promise<T>,
): Promise<T> {
  const { clock, totalTimeoutMs } = call.settings;
  const { signal } = call;
  const leftMs = call.deadlineMs - elapsedMs(clock);
  const delayMs = Math.min(leftMs, limitMs);
  signal?.throwIfAborted();
  if (step && !signal && delayMs === Infinity) return step(null);
  // A controller for each step: a signal that many fetches share costs CPU.
  const controller = new AbortController();
  const listeners = signal && listenersOf(signal);
  return new Promise((resolve, reject) => {
    const settled =
      <V>(settle: (value: V) => void) =>
      (value: V) => {
        stop();
        listeners?.delete(abort);
        settle(value);
      };
    const abort = (reason: unknown) => {
      settled(reject)(reason);
      controller.abort(reason);
    };
    const stop = clock.timer(delayMs, () => {
      // A wait has no result: its T is void.
      if (!step) return settled(resolve)(undefined as T);
      const passed =
        leftMs < limitMs ? { scope: "call", timeoutMs: totalTimeoutMs } : { scope: "attempt", timeoutMs: limitMs };
      abort(new TimeoutError(`timed out after ${passed.timeoutMs} ms`, call, passed));
    });
    listeners?.add(abort);
    step?.(controller.signal).then(settled(resolve), settled(reject));
  });
}

type Listener = (reason: unknown) => void;
const listeners = new WeakMap<AbortSignal, Set<Listener>>();

/** The steps that a caller's signal aborts. They share one event listener, since Node warns of a leak at the eleventh. */
function listenersOf(signal: AbortSignal): Set<Listener> {
  let all = listeners.get(signal);
  if (!all) {
    const waiting = new Set<Listener>();
    all = waiting;
    listeners.set(signal, all);
    signal.addEventListener("abort", () => {
      for (const each of waiting) each(signal.reason);
    });
  }
  return all;
}
