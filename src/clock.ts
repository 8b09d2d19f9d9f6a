/** Time as the client sees it. Tests pass their own, so that nothing waits for real. */
export interface Clock {
  /** The current time in milliseconds since the epoch. */
  now(): number;
  /** Calls `callback` once after `delayMs` milliseconds; the returned function cancels it. */
  timer(delayMs: number, callback: () => void): () => void;
}

/** The system's clock and timers. */
export const systemClock: Clock = {
  now: Date.now,
  timer: (delayMs, callback) => {
    // Platforms take little more than this: a longer delay, or Infinity, would fire at once.
    const handle = setTimeout(callback, Math.min(delayMs, 2e9));
    return () => clearTimeout(handle);
  },
};
