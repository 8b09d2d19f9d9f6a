import type { Check } from "./session/check.js";

/** Shares the time of a run among its operations. */
export interface TimeBudget {
  /** Why the operation has no time left; undefined while it has some. The time of an operation starts with its first call. */
  usedUp(operation: string): string | undefined;
}

/**
 * Each operation gets its share of the time that is left, by the number of its checks, and up to that again from the
 * others: a fast one leaves its share to them.
 */
export function createTimeBudget(
  planned: readonly Pick<Check, "operation">[],
  maxDurationMs: number,
  now: () => number,
): TimeBudget {
  const endMs = now() + maxDurationMs;
  const deadlines = new Map<string, number>();
  const isLeft = ({ operation }: Pick<Check, "operation">) => !deadlines.has(operation);
  return {
    usedUp(operation) {
      const known = deadlines.get(operation);
      const deadlineMs = known ?? deadlineOf(operation);
      deadlines.set(operation, deadlineMs);
      if (known === undefined && deadlineMs > now()) return undefined;
      if (now() < deadlineMs) return undefined;
      const limit = `${maxDurationMs / 1000} seconds`;
      return now() < endMs
        ? `${operation} used up its share of the ${limit} of the run (option maxDurationMs, --max-time)`
        : `The ${limit} of the run are over (option maxDurationMs, --max-time)`;
    },
  };

  function deadlineOf(operation: string): number {
    const own = planned.filter((one) => one.operation === operation).length;
    const left = planned.filter(isLeft).length;
    const share = left === 0 ? 1 : own / left;
    return Math.min(endMs, now() + (endMs - now()) * Math.min(1, share * SLACK));
  }
}

/** How much more than its share an operation may use. */
const SLACK = 2;
