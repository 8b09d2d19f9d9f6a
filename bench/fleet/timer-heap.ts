/** A timer that waits for its time. */
export interface Timer {
  readonly atMs: number;
  /** The place among all timers that were set: of two at one time, the first one set fires first. */
  readonly order: number;
  /** Undefined once it is cancelled. */
  callback: (() => void) | undefined;
}

/** Timers, of which the next one is found quickly, however many there are: a binary heap. */
export function timerHeap() {
  let heap: Timer[] = [];
  let cancelled = 0;

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
      cancelled += 1;
      // Most time limits are cancelled long before their time, and would fill the heap.
      if (cancelled < 10_000 || cancelled * 2 < heap.length) return;
      // In the order of time a list is a heap.
      heap = heap.filter((one) => one.callback).sort((left, right) => (isBefore(left, right) ? -1 : 1));
      cancelled = 0;
    },
    /** Takes the next timer out, where it comes no later than a time. */
    takeUntil(endMs: number): Timer | undefined {
      const next = heap[0];
      if (!next || next.atMs > endMs) return undefined;
      const last = heap.pop();
      if (last && last !== next) sink(last, 0);
      if (!next.callback) cancelled -= 1;
      return next;
    },
  };
}
