import type { Clock } from "content-service-client";
import { timerHeap } from "./timer-heap.js";

/** A clock whose time goes from one timer to the next, as fast as the machine can. */
export interface SimulatedClock extends Clock {
  /** Fires the timers up to a time, in their order, each after all that the one before it set off. */
  runUntil(endMs: number): Promise<void>;
}

/** How many timers fire in one turn of the event loop: a turn for each would take most of the time. */
const TIMERS_IN_A_TURN = 256;

/** Makes a clock for millions of timers. What is run on it must wait for nothing but its timers. */
export function simulatedClock(startMs: number): SimulatedClock {
  const timers = timerHeap();
  let nowMs = startMs;
  let count = 0;

  /** Fires the next timer; says whether there was one. */
  function fireNext(endMs: number): boolean {
    for (;;) {
      const timer = timers.takeUntil(endMs);
      if (!timer) return false;
      const { callback } = timer;
      if (!callback) continue;
      nowMs = timer.atMs;
      // It has fired: to cancel it now must change nothing.
      timer.callback = undefined;
      callback();
      return true;
    }
  }

  return {
    now: () => nowMs,
    timer(delayMs, callback) {
      const timer = { atMs: nowMs + Math.max(0, delayMs), order: ++count, callback };
      if (delayMs < Number.POSITIVE_INFINITY) timers.add(timer);
      return () => timers.cancel(timer);
    },
    async runUntil(endMs) {
      let goesOn = true;
      const step = () => {
        goesOn = fireNext(endMs);
      };
      while (goesOn) {
        // Node runs what promises set off to its end after each of these.
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
