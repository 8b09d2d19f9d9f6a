/** The source of time. Tests pass their own, so that nothing waits for real. */
export interface Clock {
  /** The current time in milliseconds since the epoch. */
  now(): number;
  /** The milliseconds since any fixed moment, for durations: setting the system's time does not change them. @default now */
  monotonicMs?(): number;
  /** Calls `callback` once after `delayMs` milliseconds; the returned function cancels it. */
  timer(delayMs: number, callback: () => void): () => void;
}

/** Settles as `promise` does. After `timeoutMs` it settles as `onTimeout` does instead. */
export function withTimeout<T>(promise: Promise<T>, timeoutMs: number, clock: Clock, onTimeout: () => T): Promise<T> {
  let stop = () => {};
  const timeout = new Promise<void>((resolve) => {
    stop = clock.timer(timeoutMs, resolve);
  });
  return Promise.race([promise, timeout.then(onTimeout)]).finally(() => stop());
}

/** The time for durations: monotonic if the clock has such a time. */
export const elapsedMs = (clock: Clock) => clock.monotonicMs?.() ?? clock.now();

export const systemClock: Clock = {
  now: Date.now,
  monotonicMs: () => performance.now(),
  timer: (delayMs, callback) => {
    // setTimeout overflows at 2^31 ms: a longer delay, or Infinity, would fire at once.
    const handle = setTimeout(callback, Math.min(delayMs, 2e9));
    return () => clearTimeout(handle);
  },
};
