import { CLIENT, FAST, GUARDED } from "./constants.js";
import { type GetResults, type Results, type Spread, way } from "./results.js";

/** A limit on a measured value. */
export interface Limit {
  readonly id: string;
  readonly name: string;
  readonly unit: "times" | "";
  readonly allowed: { readonly atMost: number } | { readonly atLeast: number };
  /** Undefined if the run did not measure it. */
  readonly measured: Spread | undefined;
}

export type MeasuredLimit = Limit & { readonly measured: Spread };

/** Every limit, with the results of a run. */
export function limitsOf(results: Results): Limit[] {
  const { paging, prefetch, storm, checkExchange } = results;
  const fastAtMost = results.node.startsWith("v20.") ? 0.3 : 0.4;
  const cpu = (concurrency: number, name: string) => way(results, concurrency, name)?.cpuRatio;
  const heapRatio = paging && paging.heapEndBytes / paging.heapQuarterBytes;
  const atMost = (
    id: string,
    name: string,
    most: number,
    measured: Spread | undefined,
    unit: Limit["unit"] = "times",
  ): Limit => ({ id, name, unit, allowed: { atMost: most }, measured });
  return [
    atMost("cpu-1", "CPU of a GET", 1.1, cpu(1, CLIENT)),
    atMost("cpu-50", "CPU of a GET, 50 at once", 1.1, cpu(50, CLIENT)),
    atMost("cpu-guarded-1", "CPU with timeouts and signal", 1.2, cpu(1, GUARDED)),
    atMost("cpu-guarded-50", "CPU with timeouts and signal, 50 at once", 1.2, cpu(50, GUARDED)),
    atMost("cpu-fast-1", "CPU with the Node transport", 0.55, cpu(1, FAST)),
    atMost("cpu-fast-50", "CPU with the Node transport, 50 at once", fastAtMost, cpu(50, FAST)),
    {
      id: "rate-fast-50",
      name: "calls per second, Node transport, 50 at once",
      unit: "times",
      allowed: { atLeast: 3 },
      measured: way(results, 50, FAST)?.rateRatio,
    },
    atMost("paging-cpu", "CPU of a long list", 1.05, paging?.cpuRatio),
    atMost("paging-heap", "heap while paging", 1.1, exactly(heapRatio)),
    atMost("prefetch-wall", "time with prefetch", 0.6, prefetch?.wallRatio),
    atMost("storm-refreshes", "token requests in a refresh storm", 1, exactly(storm?.refreshes), ""),
    atMost("storm-failures", "failures in a refresh storm", 0, exactly(storm?.failures), ""),
    atMost("storm-wall", "time of a refresh storm", 1.3, storm?.wallRatio),
    atMost("check-exchange", "checkExchange", 3, checkExchange?.ratio),
  ];
}

export function measuredLimits(results: Results): MeasuredLimit[] {
  return limitsOf(results).filter((limit): limit is MeasuredLimit => limit.measured !== undefined);
}

/** Whether the median is within the limit. */
export function isMet({ allowed, measured }: MeasuredLimit): boolean {
  return "atMost" in allowed ? measured.median <= allowed.atMost : measured.median >= allowed.atLeast;
}

/** A count, or the only measurement, has no spread. */
function exactly(value: number | undefined): Spread | undefined {
  if (value === undefined) return undefined;
  const rounded = Number(value.toPrecision(4));
  return { median: rounded, low: rounded, high: rounded };
}

export function allowedText({ allowed }: Pick<Limit, "allowed">): string {
  return "atMost" in allowed ? `at most ${allowed.atMost}` : `at least ${allowed.atLeast}`;
}

/** A short run on a busy machine is inaccurate, so only twice the limit is a failure. */
const GROSS = 2;

/** The limits that a short run missed by more than a factor of two. */
export function grossViolations(results: Results): string[] {
  return measuredLimits(results).flatMap((limit) => {
    const { name, allowed, measured } = limit;
    const isGross =
      "atMost" in allowed ? measured.median > GROSS * allowed.atMost : measured.median < allowed.atLeast / GROSS;
    return isGross ? [`${name}: expected ${allowedText(limit)}; measured ${measured.median}`] : [];
  });
}

/** The results for the terminal: each way to send a GET, then each limit. */
export function resultsTable(results: Results): string {
  const { node, processors, load, form } = results;
  return [
    `Node ${node}, ${processors} processors, load ${load} at the start, ${form} form. Medians [quartiles].`,
    ...results.get.map(getTable),
    measuredLimits(results).map(limitLine).join("\n"),
  ].join("\n\n");
}

function getTable({ concurrency, ways, rounds, callsInRound }: GetResults): string {
  const row = (name: string, cells: readonly string[]) =>
    `  ${name.padEnd(44)}${cells.map((cell, column) => cell.padStart([8, 22, 11, 22][column] ?? 0)).join("")}`;
  return [
    `A GET, ${concurrency} at once, ${rounds} rounds of ${callsInRound} calls`,
    row("", ["CPU", "by fetch", "calls", "by fetch"]),
    ...ways.map(({ name, cpuUs, perSecond, cpuRatio, rateRatio }) =>
      row(name, [
        `${cpuUs.median.toFixed(0)} µs`,
        spreadText(cpuRatio),
        `${perSecond.median.toFixed(0)} /s`,
        spreadText(rateRatio),
      ]),
    ),
  ].join("\n");
}

function limitLine(limit: MeasuredLimit): string {
  const { name, unit, measured } = limit;
  const value = `${spreadText(measured)}${unit === "" ? "" : ` ${unit}`}`;
  return `${isMet(limit) ? "ok     " : "not met"} ${name.padEnd(42)}${value.padStart(28)}   ${allowedText(limit)}`;
}

function spreadText({ median, low, high }: Spread): string {
  const short = (value: number) => (Number.isInteger(value) ? String(value) : value.toFixed(value < 10 ? 3 : 1));
  return low === high ? short(median) : `${short(median)} [${short(low)}–${short(high)}]`;
}
