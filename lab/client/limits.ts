import { CLIENT, FAST, FAST_LIMITED, LOOP, UNDICI } from "./constants.js";
import { type Results, type Spread, way } from "./results.js";

/** A limit on a measured value. */
export interface Limit {
  readonly id: string;
  readonly name: string;
  readonly allowed: { readonly atMost: number } | { readonly atLeast: number };
  /** Undefined if the run did not measure it. */
  readonly measured: Spread | undefined;
}

type MeasuredLimit = Limit & { readonly measured: Spread };

/** Every limit, with the results of a run. */
export function limitsOf(results: Results): Limit[] {
  const { others } = results;
  const cpu = (concurrency: number, name: string, rival: string) => way(results, concurrency, name)?.cpuRatios[rival];
  const atMost = (id: string, name: string, most: number, measured: Spread | undefined): Limit => {
    return { id, name, allowed: { atMost: most }, measured };
  };
  return [
    atMost("cpu-1", "CPU of a GET", 1.05, cpu(1, CLIENT, LOOP)),
    atMost("cpu-50", "CPU of a GET, 50 at once", 1.05, cpu(50, CLIENT, LOOP)),
    atMost("cpu-fast-1", "CPU with the Node transport", 1.25, cpu(1, FAST_LIMITED, UNDICI)),
    atMost("cpu-fast-50", "CPU with the Node transport, 50 at once", 1.25, cpu(50, FAST_LIMITED, UNDICI)),
    {
      ...{ id: "rate-fast-50", name: "calls per second, Node transport, 50 at once" },
      ...{ allowed: { atLeast: 3 }, measured: way(results, 50, FAST)?.rateRatio },
    },
    atMost("paging-cpu", "CPU of a long list", 1.05, others["paging-cpu"]),
    atMost("paging-heap", "heap while paging", 1.1, others["paging-heap"]),
    atMost("prefetch-wall", "time with prefetch", 0.6, others["prefetch-wall"]),
  ];
}

export function measuredLimits(results: Results): MeasuredLimit[] {
  return limitsOf(results).filter((limit): limit is MeasuredLimit => limit.measured !== undefined);
}

/** Whether the median is within the limit. */
export function isMet({ allowed, measured }: MeasuredLimit): boolean {
  return "atMost" in allowed ? measured.median <= allowed.atMost : measured.median >= allowed.atLeast;
}

export function allowedText({ allowed }: Pick<Limit, "allowed">): string {
  return "atMost" in allowed ? `at most ${allowed.atMost}` : `at least ${allowed.atLeast}`;
}

/** A short run on a busy machine is inaccurate, so only twice the limit is a failure. */
const GROSS = 2;

/** The limits that a run missed by more than a factor of two. */
export function grossViolations(results: Results): string[] {
  return measuredLimits(results).flatMap((limit) => {
    const { name, allowed, measured } = limit;
    const isGross =
      "atMost" in allowed ? measured.median > GROSS * allowed.atMost : measured.median < allowed.atLeast / GROSS;
    return isGross ? [`${name}: expected ${allowedText(limit)}; measured ${measured.median}`] : [];
  });
}
