import type { Clock } from "content-service-client";

/** A clock that jumps from one timer to the next. */
interface SimulatedClock extends Clock {
  /** Fires the timers up to a time, in order. Each waits for the effects of the one before. */
  runUntil(endMs: number): Promise<void>;
}

/** The timers that fire in one turn of the event loop. A turn for each would take most of the time. */
const TIMERS_IN_A_TURN = 256;

/** Creates a clock for millions of timers. Code on it must wait only for its timers. */
export function simulatedClock(startMs: number): SimulatedClock {
  const timers = timerHeap();
  let nowMs = startMs;
  let count = 0;

  /** Fires the next timer. Returns whether there was one. */
  function fireNext(endMs: number): boolean {
    for (;;) {
      const timer = timers.takeUntil(endMs);
      if (!timer) return false;
      const { callback } = timer;
      if (!callback) continue;
      nowMs = timer.atMs;
      // A timer that has fired cannot be canceled.
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

/** A pending timer. */
interface Timer {
  readonly atMs: number;
  /** The number of the timer. Of two timers for the same time, the lower number fires first. */
  readonly order: number;
  /** Undefined once it is canceled. */
  callback: (() => void) | undefined;
}

/** Pending timers as a binary heap, which finds the next one quickly. */
function timerHeap() {
  let heap: Timer[] = [];
  let canceled = 0;

  const isBefore = (left: Timer, right: Timer) =>
    left.atMs < right.atMs || (left.atMs === right.atMs && left.order < right.order);

  function rise(timer: Timer, from: number): void {
    let index = from;
    while (index > 0) {
      const above = (index - 1) >> 1;
      const parent = heap[above];
      if (!parent || !isBefore(timer, parent)) break;
      heap[index] = parent;
      index = above;
    }
    heap[index] = timer;
  }

  function sink(timer: Timer, from: number): void {
    let index = from;
    for (;;) {
      let below = 2 * index + 1;
      let child = heap[below];
      const other = heap[below + 1];
      if (child && other && isBefore(other, child)) {
        below += 1;
        child = other;
      }
      if (!child || !isBefore(child, timer)) break;
      heap[index] = child;
      index = below;
    }
    heap[index] = timer;
  }

  return {
    add(timer: Timer): void {
      rise(timer, heap.length);
    },
    cancel(timer: Timer): void {
      if (!timer.callback) return;
      timer.callback = undefined;
      canceled += 1;
      // Most timeouts are canceled early and would fill the heap.
      if (canceled < 10_000 || canceled * 2 < heap.length) return;
      // A sorted list is a heap.
      heap = heap.filter((one) => one.callback).sort((left, right) => (isBefore(left, right) ? -1 : 1));
      canceled = 0;
    },
    /** Removes and returns the next timer, unless it is after a time. */
    takeUntil(endMs: number): Timer | undefined {
      const next = heap[0];
      if (!next || next.atMs > endMs) return undefined;
      const last = heap.pop();
      if (last && last !== next) sink(last, 0);
      if (!next.callback) canceled -= 1;
      return next;
    },
  };
}
