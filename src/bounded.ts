import type { Call } from "./call.js";
import { TimeoutError } from "./errors.js";

/**
 * Runs a part of a call until it ends, its time or the call's is up, or the caller aborts, whichever is first. It need
 * not heed its signal for that. Without a part it is a wait, and ends well when its time is up.
 */
export async function bounded<T = void>(
  call: Call,
  partMs: number,
  part?: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { clock, totalTimeoutMs } = call.settings;
  const leftMs = call.deadlineMs - clock.now();
  const bound =
    leftMs < partMs ? { scope: "call", timeoutMs: totalTimeoutMs } : { scope: "attempt", timeoutMs: partMs };
  call.signal?.throwIfAborted();
  // A controller for each part: a signal that many fetches share costs CPU.
  const controller = new AbortController();
  const others = call.signal && callbacksOf(call.signal);
  let end: Callback = () => {};
  let stop = () => {};
  return new Promise<T>((resolve, reject) => {
    end = (reason) => {
      reject(reason);
      controller.abort(reason);
    };
    stop = clock.timer(Math.min(leftMs, partMs), () => {
      if (part) end(new TimeoutError(`no answer within ${bound.timeoutMs} ms`, call, bound));
      // A wait gives nothing: its T is void.
      else (resolve as () => void)();
    });
    others?.add(end);
    part?.(controller.signal).then(resolve, reject);
  }).finally(() => {
    stop();
    others?.delete(end);
  });
}

type Callback = (reason: unknown) => void;
const callbacks = new WeakMap<AbortSignal, Set<Callback>>();

/** Who is told when a caller's signal aborts. One listener serves all: Node warns of a leak at the eleventh. */
function callbacksOf(signal: AbortSignal): Set<Callback> {
  let all = callbacks.get(signal);
  if (!all) {
    const waiting = new Set<Callback>();
    all = waiting;
    callbacks.set(signal, all);
    signal.addEventListener("abort", () => {
      for (const each of waiting) each(signal.reason);
    });
  }
  return all;
}
