import { TimeoutError } from "../errors.js";
import type { Call } from "./call.js";

/**
 * Runs a part of a call until it ends, its time or the call's is up, or the caller aborts, whichever is first. It need
 * not heed its signal for that. Without a part it is a wait, and ends well when its time is up.
 */
export function bounded<T = void>(
  call: Call,
  partMs: number,
  part?: (signal: AbortSignal | null) => Promise<T>,
): Promise<T> {
  const { clock, totalTimeoutMs } = call.settings;
  const { signal } = call;
  const leftMs = call.deadlineMs - clock.now();
  const boundMs = Math.min(leftMs, partMs);
  signal?.throwIfAborted();
  if (part && !signal && boundMs === Infinity) return part(null);
  // A controller for each part: a signal that many fetches share costs CPU.
  const controller = new AbortController();
  const others = signal && callbacksOf(signal);
  return new Promise((resolve, reject) => {
    const ended =
      <V>(settle: (value: V) => void) =>
      (value: V) => {
        stop();
        others?.delete(end);
        settle(value);
      };
    const end = (reason: unknown) => {
      ended(reject)(reason);
      controller.abort(reason);
    };
    const stop = clock.timer(boundMs, () => {
      // A wait gives nothing: its T is void.
      if (!part) return ended(resolve)(undefined as T);
      const bound =
        leftMs < partMs ? { scope: "call", timeoutMs: totalTimeoutMs } : { scope: "attempt", timeoutMs: partMs };
      end(new TimeoutError(`no answer within ${bound.timeoutMs} ms`, call, bound));
    });
    others?.add(end);
    part?.(controller.signal).then(ended(resolve), ended(reject));
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
