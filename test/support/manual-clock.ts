import type { Clock } from "content-service-client";

/** A clock that stands still until a test moves it. */
export interface ManualClock extends Clock {
  /** Moves time on, and fires the timers that come due, in their order. */
  advance(ms: number): Promise<void>;
  /**
   * Waits for a promise, moving time to the next timer whenever a few turns of the event loop were idle. Not for what
   * waits for files or sockets: those look idle too.
   */
  run<T>(promise: Promise<T>): Promise<T>;
  /** The time since the clock was made. */
  elapsedMs(): number;
  /** How many timers are set. */
  pending(): number;
}

/** Makes a clock for tests: hours pass in no time, and always in the same order. */
export function manualClock(startMs = Date.UTC(2026, 0, 1)): ManualClock {
  let nowMs = startMs;
  const timers = new Map<() => void, number>();
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

  async function fireUntil(endMs: number): Promise<void> {
    for (;;) {
      const [next] = [...timers].sort(([, a], [, b]) => a - b);
      if (!next || next[1] > endMs) break;
      nowMs = Math.max(nowMs, next[1]);
      timers.delete(next[0]);
      next[0]();
      await settle();
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
      await settle();
    },
    async run(promise) {
      let settled = false;
      promise.then(
        () => {
          settled = true;
        },
        () => {
          settled = true;
        },
      );
      for (let idle = 0; !settled; idle += 1) {
        await settle();
        if (settled || idle < 3) continue;
        idle = 0;
        const nextMs = Math.min(...timers.values());
        if (Number.isFinite(nextMs)) await fireUntil(nextMs);
      }
      return promise;
    },
  };
}

/** Lets whoever polls by this clock look `times` more times, and wait again; `others` counts the timers beside its own. */
export async function letPoll(clock: ManualClock, times: number, others = 0): Promise<void> {
  const waiting = async () => {
    while (clock.pending() <= others) await new Promise(setImmediate);
  };
  for (let time = 0; time < times; time += 1) {
    await waiting();
    await clock.advance(40);
  }
  await waiting();
}
