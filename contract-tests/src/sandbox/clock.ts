/** The time of a sandbox. It runs with the source that it was given, and can be moved on. */
export interface SandboxClock {
  /** The time in the sandbox, in milliseconds since 1970. */
  now(): number;
  /**
   * Moves the time on by `ms` milliseconds, 0 or more. What ends in between has ended afterwards.
   *
   * @throws TypeError for a number that is negative or not finite.
   */
  advance(ms: number): void;
}

/** The same, with what only the sandbox itself uses. */
export interface WaitingClock extends SandboxClock {
  /** Takes back everything by which the time was moved. */
  reset(): void;
  /** Sets the time. Waits that are under way end when their time comes. */
  set(nowMs: number): void;
  /** Waits until `ms` milliseconds have passed on this clock. */
  wait(ms: number): Promise<void>;
  /** Ends every wait at once. */
  close(): void;
}

/**
 * Makes a clock. Without a source it runs with the time of this machine; with one it stands as still as the source
 * does, and only `advance` ends a wait.
 */
export function createClock(source?: () => number): WaitingClock {
  const read = source ?? Date.now;
  const waits = new Set<Wait>();
  let offsetMs = 0;
  const now = () => read() + offsetMs;
  const wake = () => {
    for (const wait of [...waits].sort((left, right) => left.dueMs - right.dueMs)) {
      if (wait.dueMs <= now()) wait.end();
    }
  };
  return {
    now,
    advance(ms) {
      if (!Number.isFinite(ms) || ms < 0) throw new TypeError("ms must be a number of milliseconds, 0 or more");
      offsetMs += ms;
      wake();
    },
    reset() {
      offsetMs = 0;
    },
    set(nowMs) {
      offsetMs = nowMs - read();
      wake();
    },
    wait(ms) {
      return new Promise((resolve) => {
        const wait: Wait = {
          dueMs: now() + ms,
          timer: source === undefined ? setTimeout(wake, ms + 1) : undefined,
          end() {
            clearTimeout(wait.timer);
            waits.delete(wait);
            resolve();
          },
        };
        waits.add(wait);
        wake();
      });
    },
    close() {
      for (const wait of [...waits]) wait.end();
    },
  };
}

interface Wait {
  readonly dueMs: number;
  readonly timer: NodeJS.Timeout | undefined;
  end(): void;
}
