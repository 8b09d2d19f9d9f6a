import type { SlowTail } from "../../report/report.js";
import type { Check } from "./check.js";

export type TimeBudget = ReturnType<typeof createTimeBudget>;

type Planned = readonly Pick<Check, "operation">[];

export interface TimeOptions {
  /** The longest time of the run. @default enough for all checks, by the time that calls take */
  readonly maxDurationMs: number | undefined;
  readonly now: () => number;
  readonly waitedMs: () => number;
}

/** Limits the time of a run. An operation that is much slower than others may use only its share, by the number of its checks. */
export function createTimeBudget(planned: Planned, { maxDurationMs, now, waitedMs }: TimeOptions) {
  const startedMs = now();
  const durations = new Map<string, number[]>();
  let [calls, allMs] = [0, 0];
  const over = AbortSignal.timeout(Math.min(Math.ceil(maxDurationMs ?? MAX_TIMER_MS), MAX_TIMER_MS));
  /** Long enough for the calls that checks make, unless most of them hang. */
  const limitMs = () =>
    maxDurationMs ??
    Math.max(MIN_LIMIT_MS, at(0.5, [...durations.values()].flat()) * planned.length * GENEROUS_CALLS) + waitedMs();

  return {
    signal: over,
    /** Why the operation is not called any more; undefined while it may be. */
    usedUp(operation: string): string | undefined {
      const elapsedMs = now() - startedMs;
      const isOver = over.aborted || (elapsedMs >= (maxDurationMs ?? MIN_LIMIT_MS) && elapsedMs >= limitMs());
      if (isOver)
        return `The ${Math.round(limitMs() / 1000)} seconds of the run are over: give more with --max-time (maxDurationMs)`;
      const own = durations.get(operation) ?? [];
      const [mine, count] = [own.reduce((sum, one) => sum + one, 0), own.length];
      const others = (allMs - mine) / (calls - count);
      if (calls - count < ENOUGH_CALLS || mine <= Math.max(TAIL_MS, TAIL_RATIO * others) * count) return undefined;
      const share = planned.filter((one) => one.operation === operation).length / Math.max(1, planned.length);
      if (mine < limitMs() * share * SLACK) return undefined;
      return `${operation} is slow, and used up its share of the time: give more with --max-time (maxDurationMs)`;
    },
    /** Counts the time of a call for its operation. Checks of other operations call some too, such as `getCurrentUser`. */
    async timed<Result>(operation: string, call: () => Promise<Result>): Promise<Result> {
      const beganMs = now();
      try {
        return await call();
      } finally {
        const durationMs = now() - beganMs;
        calls += 1;
        allMs += durationMs;
        const earlier = durations.get(operation) ?? [];
        durations.set(operation, earlier);
        earlier.push(durationMs);
      }
    },
    slowTails: () =>
      [...durations].flatMap(([operation, all]): SlowTail[] => {
        const tail = { operation, calls: all.length, medianMs: at(0.5, all), p99Ms: at(0.99, all) };
        return tail.p99Ms >= TAIL_MS && tail.p99Ms > TAIL_RATIO * tail.medianMs ? [tail] : [];
      }),
  };
}

function at(part: number, all: readonly number[]): number {
  const sorted = all.toSorted((left, right) => left - right);
  return sorted[Math.ceil(part * sorted.length) - 1] ?? 0;
}

const MIN_LIMIT_MS = 300_000;
const MAX_TIMER_MS = 2 ** 31 - 1;
/** A check makes about seven calls. */
const GENEROUS_CALLS = 35;
/** How much more than its share a slow operation may use. */
const SLACK = 2;
/** The calls of other operations that an operation is compared with. */
const ENOUGH_CALLS = 20;
/** A tail is reported from this duration on, and when it is so many times the median. */
const TAIL_MS = 1000;
const TAIL_RATIO = 10;
