import type { Clock } from "content-service-client";

/** A clock that jumps from one timer to the next. */
interface SimulatedClock extends Clock {
  /** Fires the timers up to a time, in order. Each waits for the effects of the one before. */
  runUntil(endMs: number): Promise<void>;
}

interface Timer {
  readonly atMs: number;
  readonly callback: () => void;
}

/** The timers that fire in one turn of the event loop. A turn for each would take most of the time. */
const TIMERS_IN_A_TURN = 256;
/** Timers are kept by their time, in parts of this length. A set has few, in the order in which they were made. */
const PART_MS = 2;

/** Creates a clock for millions of timers. Code on it must wait only for its timers. */
export function simulatedClock(startMs: number): SimulatedClock {
  const parts = new Map<number, Set<Timer>>();
  const partOf = (timeMs: number) => Math.floor(timeMs / PART_MS);
  let nowMs = startMs;
  /** The first part that may have timers. */
  let first = partOf(startMs);

  function remove(timer: Timer): void {
    const part = parts.get(partOf(timer.atMs));
    part?.delete(timer);
    if (part?.size === 0) parts.delete(partOf(timer.atMs));
  }

  /** The next timer; of those with the same time, the one that was made first. */
  function nextUntil(endMs: number): Timer | undefined {
    while (!parts.has(first) && first <= partOf(endMs)) first += 1;
    let next: Timer | undefined;
    for (const timer of parts.get(first) ?? []) if (next === undefined || timer.atMs < next.atMs) next = timer;
    return next !== undefined && next.atMs <= endMs ? next : undefined;
  }

  return {
    now: () => nowMs,
    timer(delayMs, callback) {
      const timer = { atMs: nowMs + Math.max(0, delayMs), callback };
      const part = parts.get(partOf(timer.atMs)) ?? new Set();
      if (delayMs < Number.POSITIVE_INFINITY) {
        parts.set(partOf(timer.atMs), part.add(timer));
        first = Math.min(first, partOf(timer.atMs));
      }
      return () => remove(timer);
    },
    async runUntil(endMs) {
      let goesOn = true;
      const step = () => {
        const timer = nextUntil(endMs);
        goesOn = timer !== undefined;
        if (timer === undefined) return;
        nowMs = timer.atMs;
        remove(timer);
        timer.callback();
      };
      while (goesOn) {
        // Node runs all promise callbacks after each of these.
        for (let count = 1; count < TIMERS_IN_A_TURN; count += 1) setImmediate(step);
        await new Promise<void>((resolve) => {
          setImmediate(() => {
            step();
            resolve();
          });
        });
      }
      nowMs = endMs;
    },
  };
}
