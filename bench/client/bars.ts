import { type Results, type Spread, way } from "./results.js";
import { CLIENT, FAST, GUARDED } from "./world.js";

/** Something that the client has to keep to. */
export interface Bar {
  /** Short and lasting: the trend is kept under it. */
  readonly id: string;
  readonly name: string;
  readonly unit: "times" | "" | "s";
  readonly bound: { readonly atMost: number } | { readonly atLeast: number };
  /** What was measured; undefined where it was not. */
  readonly found: Spread | undefined;
}

/** A bar that was measured. */
export type MeasuredBar = Bar & { readonly found: Spread };

/** Every bar, with what a run found. */
export function barsOf(results: Results): Bar[] {
  const { paging, prefetch, storm, checkExchange, suiteSeconds } = results;
  const isNode20 = results.node.startsWith("v20.");
  const cpu = (concurrency: number, name: string) => way(results, concurrency, name)?.cpuRatio;
  const heapRatio = paging && paging.heapEndBytes / paging.heapQuarterBytes;
  const times = { unit: "times" } as const;
  return [
    { id: "cpu-1", name: "CPU of a GET", ...times, bound: { atMost: 1.1 }, found: cpu(1, CLIENT) },
    { id: "cpu-50", name: "CPU of a GET, 50 at once", ...times, bound: { atMost: 1.1 }, found: cpu(50, CLIENT) },
    {
      id: "cpu-guarded-1",
      name: "CPU with timeouts and signal",
      ...times,
      bound: { atMost: 1.2 },
      found: cpu(1, GUARDED),
    },
    {
      ...{ id: "cpu-guarded-50", name: "CPU with timeouts and signal, 50 at once", ...times },
      ...{ bound: { atMost: 1.2 }, found: cpu(50, GUARDED) },
    },
    { id: "cpu-fast-1", name: "CPU with the Node transport", ...times, bound: { atMost: 0.55 }, found: cpu(1, FAST) },
    {
      ...{ id: "cpu-fast-50", name: "CPU with the Node transport, 50 at once", ...times },
      ...{ bound: { atMost: isNode20 ? 0.3 : 0.4 }, found: cpu(50, FAST) },
    },
    {
      ...{ id: "rate-fast-50", name: "calls in a second with it, 50 at once", ...times },
      ...{ bound: { atLeast: 3 }, found: way(results, 50, FAST)?.rateRatio },
    },
    { id: "paging-cpu", name: "CPU of a long list", ...times, bound: { atMost: 1.05 }, found: paging?.cpuRatio },
    { id: "paging-heap", name: "heap while it is read", ...times, bound: { atMost: 1.1 }, found: exactly(heapRatio) },
    { id: "prefetch-wall", name: "time with prefetch", ...times, bound: { atMost: 0.6 }, found: prefetch?.wallRatio },
    {
      ...{ id: "storm-exchanges", name: "exchanges in a refresh storm", unit: "" },
      ...{ bound: { atMost: 1 }, found: exactly(storm?.exchanges) },
    },
    {
      ...{ id: "storm-failures", name: "failures in a refresh storm", unit: "" },
      ...{ bound: { atMost: 0 }, found: exactly(storm?.failures) },
    },
    { id: "storm-wall", name: "time of a refresh storm", ...times, bound: { atMost: 1.3 }, found: storm?.wallRatio },
    { id: "check-exchange", name: "checkExchange", ...times, bound: { atMost: 3 }, found: checkExchange?.ratio },
    {
      id: "suite",
      name: "the suites against the mock",
      unit: "s",
      bound: { atMost: 20 },
      found: exactly(suiteSeconds),
    },
  ];
}

/** The bars of which a run has figures. */
export function measuredBars(results: Results): MeasuredBar[] {
  return barsOf(results).filter((bar): bar is MeasuredBar => bar.found !== undefined);
}

/** Whether the median keeps to the bound. */
export function isKept({ bound, found }: MeasuredBar): boolean {
  return "atMost" in bound ? found.median <= bound.atMost : found.median >= bound.atLeast;
}

/** What is counted, or was done once, has no spread. */
function exactly(value: number | undefined): Spread | undefined {
  if (value === undefined) return undefined;
  const rounded = Number(value.toPrecision(4));
  return { median: rounded, low: rounded, high: rounded };
}
