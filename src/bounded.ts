import type { Call } from "./call.js";
import { TimeoutError } from "./errors.js";

/**
 * Runs a part of a call until it ends, its time or the call's is up, or the caller aborts, whichever is first. It need
 * not heed its signal for that.
 */
export function bounded<T>(call: Call, partMs: number, part: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const { clock, totalTimeoutMs } = call.settings;
  const leftMs = call.deadlineMs - clock.now();
  const [scope, timeoutMs] = leftMs < partMs ? ["call", totalTimeoutMs] : ["attempt", partMs];
  const late = () => new TimeoutError(`no answer within ${timeoutMs} ms`, call, { scope, timeoutMs });
  return race(call, Math.min(leftMs, partMs), (_, end) => end(late()), part);
}

/** Resolves after `delayMs`, or rejects with the reason of the caller's abort as soon as there is one. */
export function wait(call: Call, delayMs: number): Promise<void> {
  return race(call, delayMs, (done) => done());
}

async function race<T>(
  { settings, signal }: Call,
  delayMs: number,
  atEnd: (done: (value: T) => void, end: Callback) => void,
  part?: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  // A controller for each race: a signal that many fetches share costs CPU.
  const controller = new AbortController();
  let stops: (() => void)[] = [];
  try {
    return await new Promise((resolve, reject) => {
      const end = (reason: unknown) => {
        reject(reason);
        controller.abort(reason);
      };
      stops = [settings.clock.timer(delayMs, () => atEnd(resolve, end)), onAbort(signal, end)];
      part?.(controller.signal).then(resolve, reject);
    });
  } finally {
    for (const stop of stops) stop();
  }
}

type Callback = (reason: unknown) => void;
const callbacks = new WeakMap<AbortSignal, Set<Callback>>();

/** Calls back when a signal aborts; the returned function takes that back. */
function onAbort(signal: AbortSignal | null | undefined, callback: Callback): () => void {
  if (!signal) return () => {};
  const all = callbacks.get(signal) ?? new Set();
  if (!callbacks.has(signal)) {
    // One listener for all calls: Node warns of a leak at the eleventh.
    signal.addEventListener("abort", () => {
      for (const each of all) each(signal.reason);
    });
    callbacks.set(signal, all);
  }
  all.add(callback);
  return () => all.delete(callback);
}
