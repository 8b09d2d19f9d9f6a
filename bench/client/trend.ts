import { appendFile, mkdir, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { percentile } from "../figure.js";
import { measuredBars } from "./bars.js";
import { nameOf } from "./nodes.js";
import type { Results } from "./results.js";

/** One run in the trend that CI keeps. */
export interface TrendLine {
  readonly date: string;
  readonly node: string;
  readonly form: string;
  /** The median of each bar, under its id. */
  readonly figures: Readonly<Record<string, number>>;
}

/** How many times as bad is a gross loss. A shared machine makes less of a difference to a ratio. */
const GROSS = 2;
/** With fewer runs than this, the recorded median says nothing. */
const ENOUGH_RUNS = 5;
/** Older runs are of another client. */
const LATEST_RUNS = 50;

/** A run as a line of the trend. */
export function trendLine(results: Results): TrendLine {
  const figures = Object.fromEntries(measuredBars(results).map(({ id, found }) => [id, found.median]));
  return { date: results.date, node: results.node, form: results.form, figures };
}

/** What is at least twice as bad as its bar, or as the median of the recorded runs on the same Node: each in words. */
export function grossLosses(results: Results, trend: readonly TrendLine[]): string[] {
  const name = nameOf({ version: results.node });
  const same = trend.filter(({ node, form }) => nameOf({ version: node }) === name && form === results.form);
  return measuredBars(results).flatMap(({ id, name, bound, found }) => {
    const isLost = (limit: number) => ("atMost" in bound ? found.median > GROSS * limit : found.median < limit / GROSS);
    const limit = "atMost" in bound ? bound.atMost : bound.atLeast;
    if (isLost(limit)) return [`${name}: ${found.median}, where the bar is ${limit}`];
    const recorded = same.slice(-LATEST_RUNS).flatMap(({ figures }) => figures[id] ?? []);
    if (recorded.length < ENOUGH_RUNS) return [];
    const usual = percentile(recorded, 0.5);
    return isLost(usual) ? [`${name}: ${found.median}, where it was ${usual} before`] : [];
  });
}

/** The trend; empty where there is none yet. A line that was cut off, as when a machine stops, is left out. */
export async function readTrend(file: string): Promise<TrendLine[]> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  return text.split("\n").flatMap((line) => {
    try {
      return [JSON.parse(line) as TrendLine]; // `appendToTrend` wrote it.
    } catch {
      return [];
    }
  });
}

/** Adds a run to the trend. */
export async function appendToTrend(file: string, line: TrendLine): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await appendFile(file, `${JSON.stringify(line)}\n`);
}
