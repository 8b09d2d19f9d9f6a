import type { SlowTail } from "../../report/report.js";
import type { Check } from "./check.js";

/** Shares the time of a run among its operations. */
export interface TimeBudget {
  /** Why the operation has no time left; undefined while it has some. */
  usedUp(operation: string): string | undefined;
  /** Counts the time of a call for its operation. Checks of other operations call some too, such as `getCurrentUser`. */
  timed<Result>(operation: string, call: () => Promise<Result>): Promise<Result>;
  /** The operations of which some calls take much longer than most. */
  slowTails(): SlowTail[];
}

/**
 * Each operation gets its share of the time that is left at its first call, by the number of its checks, and up to that
 * again from the others: a fast one leaves its share to them.
 */
export function createTimeBudget(
  planned: readonly Pick<Check, "operation">[],
  maxDurationMs: number,
  now: () => number,
): TimeBudget {
  const endMs = now() + maxDurationMs;
  /** The time left, by operation. */
  const leftMs = new Map<string, number>();
  const durations = new Map<string, number[]>();
  const isNew = ({ operation }: Pick<Check, "operation">) => !leftMs.has(operation);
  return {
    usedUp(operation) {
      const known = leftMs.get(operation) ?? shareOf(operation);
      leftMs.set(operation, known);
      const limit = `${maxDurationMs / 1000} seconds`;
      if (now() >= endMs) return `The ${limit} of the run are over (option maxDurationMs, --max-time)`;
      if (known > 0) return undefined;
      return `${operation} used up its share of the ${limit} of the run (option maxDurationMs, --max-time)`;
    },
    async timed(operation, call) {
      const startedMs = now();
      try {
        return await call();
      } finally {
        const durationMs = now() - startedMs;
        leftMs.set(operation, (leftMs.get(operation) ?? shareOf(operation)) - durationMs);
        const earlier = durations.get(operation) ?? [];
        durations.set(operation, earlier);
        earlier.push(durationMs);
      }
    },
    slowTails: () =>
      [...durations].flatMap(([operation, all]) => {
        const sorted = all.toSorted((left, right) => left - right);
        const at = (part: number) => sorted[Math.ceil(part * sorted.length) - 1] ?? 0;
        const tail = { operation, calls: all.length, medianMs: at(0.5), p99Ms: at(0.99) };
        return tail.p99Ms >= TAIL_MS && tail.p99Ms > TAIL_RATIO * tail.medianMs ? [tail] : [];
      }),
  };

  function shareOf(operation: string): number {
    const own = planned.filter((one) => one.operation === operation).length;
    const all = planned.filter(isNew).length;
    return (endMs - now()) * (all === 0 || own === 0 ? 1 : Math.min(1, (own / all) * SLACK));
  }
}

/** How much more than its share an operation may use. */
const SLACK = 2;
/** A tail is reported from this duration on, and when it is so many times the median. */
const TAIL_MS = 1000;
const TAIL_RATIO = 10;
