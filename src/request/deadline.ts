import { TimeoutError } from "../core/errors.js";
import type { Controller, Settings } from "../core/options.js";
import { type Call, remainingMs } from "./call.js";

/**
 * Runs a step of a call until it settles, the step or the call times out, or the caller aborts: the `controller` then
 * aborts the step. Without a step it resolves after `limitMs`.
 */
export function withDeadline<T = void>(
  call: Call,
  limitMs: number,
  step?: () => Promise<T>,
  controller?: Controller,
): Promise<T> {
  const { clock, signals } = call.settings;
  const leftMs = remainingMs(call);
  const delayMs = Math.min(leftMs, limitMs);
  assertRunning(call);
  if (step && !signals[0] && delayMs === Infinity) return step();
  return new Promise((resolve, reject) => {
    const abort = (reason: unknown) => {
      end();
      reject(reason);
      controller?.abort(reason);
    };
    const stop = clock.timer(delayMs, () => {
      if (step) return abort(timeoutError(call, limitMs, leftMs < limitMs));
      end();
      // A wait has no result: its T is void.
      resolve(undefined as T);
    });
    const ignores = signals.map((each) => onAbort(each, abort));
    const end = () => {
      stop();
      for (const ignore of ignores) ignore();
    };
    step?.().then(resolve, reject).finally(end);
  });
}

/** Throws if the caller has aborted the call, or its time is over. */
export function assertRunning(call: Call): void {
  for (const signal of call.settings.signals) signal.throwIfAborted();
  if (remainingMs(call) < 0) throw timeoutError(call, 0, true);
}

/** The error after the limit of a step, or of the whole call. */
export function timeoutError(call: Call, limitMs: number, isCall: boolean, problem = "timed out after"): TimeoutError {
  const timeoutMs = isCall ? Math.max(0, call.totalMs) : limitMs;
  return new TimeoutError(`${problem} ${timeoutMs} ms`, call, { scope: isCall ? "call" : "attempt", timeoutMs });
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

/** The longest wait after a number of failures in a row. */
export function longestDelayMs({ maxDelayMs, baseDelayMs }: Settings, failures: number): number {
  return Math.min(maxDelayMs, baseDelayMs * 2 ** (failures - 1));
}
