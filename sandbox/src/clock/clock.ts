import { isClockTime } from "./read-time.js";

/** The clock of a sandbox. */
export interface SandboxClock {
  /** Returns the time in the sandbox, in milliseconds since 1970. */
  now(): number;
  /**
   * Advances the time by `ms` milliseconds and ends the delays that are over by then. Throws a `TypeError` for a negative
   * or infinite number, and for a time after the year 9998.
   */
  advance(ms: number): void;
}

/**
 * Creates a clock. With a `source`, only `advance`, `set` and `reset` end a wait. Throws a `TypeError` for a source that
 * returns no valid time.
 */
export function createClock(source?: () => number) {
  const read = source ?? Date.now;
  const first = typeof read === "function" ? read() : Number.NaN;
  if (!isClockTime(first)) throw new TypeError("now must be a function that returns milliseconds since 1970");
  const waits = new Set<Wait>();
  let offsetMs = 0;
  let closed = false;
  const now = () => read() + offsetMs;
  const endWaits = (untilMs = Number.POSITIVE_INFINITY) => {
    const due = [...waits].filter(({ dueMs }) => dueMs <= untilMs);
    for (const wait of due.sort((left, right) => left.dueMs - right.dueMs)) wait.end();
  };
  return {
    now,
    advance(ms: number): void {
      if (!Number.isFinite(ms) || ms < 0)
        throw new TypeError(`ms must be a number of milliseconds, 0 or more; received ${ms}`);
      if (!isClockTime(now() + ms)) throw new TypeError(`Expected a time before the year 9999; received ${ms} ms`);
      offsetMs += ms;
      endWaits(now());
    },
    /** Resets the time to the source and ends every wait. */
    reset(): void {
      offsetMs = 0;
      endWaits();
    },
    /** Sets the time and ends every wait. */
    set(nowMs: number): void {
      offsetMs = nowMs - read();
      endWaits();
    },
    /** Waits `ms` milliseconds of this clock. */
    wait(ms: number): Promise<void> {
      return new Promise((resolve) => {
        let timer: NodeJS.Timeout | undefined;
        const wait: Wait = {
          dueMs: now() + ms,
          end() {
            clearTimeout(timer);
            waits.delete(wait);
            resolve();
          },
        };
        // A timer can be early, and shorter than the whole wait.
        const sleep = () => {
          timer = setTimeout(
            () => {
              if (wait.dueMs <= now()) wait.end();
              else sleep();
            },
            Math.min(Math.max(1, wait.dueMs - now()), MAX_TIMER_MS),
          );
        };
        waits.add(wait);
        if (closed || ms <= 0) wait.end();
        else if (source === undefined) sleep();
      });
    },
    /** Ends every wait, present and future. */
    close(): void {
      closed = true;
      endWaits();
    },
  };
}

/** Node turns a longer timer into 1 ms. */
const MAX_TIMER_MS = 2_147_483_647;

interface Wait {
  readonly dueMs: number;
  end(): void;
}
