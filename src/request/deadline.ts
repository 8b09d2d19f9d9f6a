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
  return new Promise((resolve, reject) => {
    const settled =
      <V>(settle: (value: V) => void) =>
      (value: V) => {
        stop();
        ignore?.();
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
    const ignore = signal && onAbort(signal, abort);
    step?.(controller.signal).then(settled(resolve), settled(reject));
  });
}

type Listener = (reason: unknown) => void;
const listeners = new WeakMap<AbortSignal, Set<Listener>>();

/**
 * Calls back when a signal is aborted, until the returned function is called. All callbacks share one event listener,
 * since Node warns of a leak at the eleventh. It is removed with the last of them: a signal can outlive many calls.
 */
export function onAbort(signal: AbortSignal, callback: Listener): () => void {
  const all = listeners.get(signal) ?? new Set<Listener>();
  listeners.set(signal, all.add(callback));
  // Adds the function once only.
  signal.addEventListener("abort", notify);
  return () => {
    all.delete(callback);
    if (!all.size) signal.removeEventListener("abort", notify);
  };
}

function notify(this: AbortSignal): void {
  for (const each of listeners.get(this) ?? []) each(this.reason);
}
