import type { Clock } from "content-service-client";

/** A clock that only the test advances. */
export interface ManualClock extends Clock {
  /** Advances the time and fires the timers that are due, in order. */
  advance(ms: number): Promise<void>;
  /** Waits for a promise and advances to the next timer when the event loop is idle. Not for files and sockets. */
  run<T>(promise: Promise<T>): Promise<T>;
  /** The time since the clock was created. */
  elapsedMs(): number;
  /** The number of timers that are set. */
  pending(): number;
}

export function manualClock(startMs = Date.UTC(2026, 0, 1)): ManualClock {
  let nowMs = startMs;
  const timers = new Map<() => void, number>();
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

  async function fireUntil(endMs: number): Promise<void> {
    for (;;) {
      const [next] = [...timers].sort(([, a], [, b]) => a - b);
      if (!next || next[1] > endMs) break;
      nowMs = Math.max(nowMs, next[1]);
      timers.delete(next[0]);
      next[0]();
      await turn();
    }
    nowMs = Math.max(nowMs, endMs);
  }

  return {
    now: () => nowMs,
    elapsedMs: () => nowMs - startMs,
    timer(delayMs, callback) {
      const fire = () => callback();
      timers.set(fire, nowMs + delayMs);
      return () => timers.delete(fire);
    },
    pending: () => timers.size,
    async advance(ms) {
      await fireUntil(nowMs + ms);
      await turn();
    },
    async run(promise) {
      let settled = false;
      const settle = () => {
        settled = true;
      };
      promise.then(settle, settle);
      for (let idle = 0; !settled; idle += 1) {
        await turn();
        if (settled || idle < 3) continue;
        idle = 0;
        const nextMs = Math.min(...timers.values());
        if (Number.isFinite(nextMs)) await fireUntil(nextMs);
      }
      return promise;
    },
  };
}

/** A clock whose time of day can jump, as when it is set. Its monotonic time goes on. */
export function jumpingClock() {
  const manual = manualClock();
  let jumpedMs = 0;
  return {
    ...manual,
    now: () => manual.now() + jumpedMs,
    monotonicMs: () => manual.now(),
    jump(ms: number) {
      jumpedMs += ms;
    },
  };
}
