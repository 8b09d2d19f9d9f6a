import { isClockTime } from "./time.js";

/** The time of a sandbox. It runs with the source that it was given, and can be moved on. */
export interface SandboxClock {
  /** The time in the sandbox, in milliseconds since 1970. */
  now(): number;
  /**
   * Moves the time on by `ms` milliseconds, 0 or more. What ends in between has ended afterwards.
   *
   * @throws TypeError for a number that is negative or not finite, and when it leads out of the year 9998.
   */
  advance(ms: number): void;
}

/** The same, with what only the sandbox itself uses. */
export interface WaitingClock extends SandboxClock {
  /** Takes back everything by which the time was moved. Waits end at once: what they waited for may be gone. */
  reset(): void;
  /** Sets the time. Waits end at once. */
  set(nowMs: number): void;
  /** Waits until `ms` milliseconds have passed on this clock. */
  wait(ms: number): Promise<void>;
  /** Ends every wait at once, those to come as well. */
  close(): void;
}

/**
 * Makes a clock. Without a source it runs with the time of this machine; with one it stands as still as the source
 * does, and only `advance` ends a wait.
 *
 * @throws TypeError when the source gives no time.
 */
export function createClock(source?: () => number): WaitingClock {
  const read = source ?? Date.now;
  if (!isClockTime(read())) throw new TypeError("now must give a number of milliseconds since 1970");
  const waits = new Set<Wait>();
  let offsetMs = 0;
  let closed = false;
  const now = () => read() + offsetMs;
  const wake = () => {
    for (const wait of [...waits].sort((left, right) => left.dueMs - right.dueMs)) {
      if (wait.dueMs <= now()) wait.end();
    }
  };
  const endAll = () => {
    for (const wait of [...waits]) wait.end();
  };
  return {
    now,
    advance(ms) {
      if (!Number.isFinite(ms) || ms < 0) throw new TypeError("ms must be a number of milliseconds, 0 or more");
      if (!isClockTime(now() + ms))
        throw new TypeError("The time in the sandbox can be in the year 9998 at the latest");
      offsetMs += ms;
      wake();
    },
    reset() {
      offsetMs = 0;
      endAll();
    },
    set(nowMs) {
      offsetMs = nowMs - read();
      endAll();
    },
    wait(ms) {
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
        // The time can be moved meanwhile, and a timer can be early, or too short for the whole wait.
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
    close() {
      closed = true;
      endAll();
    },
  };
}

/** Node takes a longer timer for one of a millisecond. */
const MAX_TIMER_MS = 2_147_483_647;

interface Wait {
  readonly dueMs: number;
  end(): void;
}
