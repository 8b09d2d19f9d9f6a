import type { Figures } from "./fleet.js";

/** The columns: a heading, and what stands below it. */
const columns: readonly (readonly [heading: string, cell: (figures: Figures) => string])[] = [
  ["calls", ({ calls }) => whole(calls)],
  ["waited", ({ waited }) => whole(waited)],
  ["failed", ({ failed }) => whole(Object.values(failed).reduce((sum, count) => sum + count, 0))],
  ["p50 ms", ({ medianMs }) => whole(medianMs)],
  ["p99 ms", ({ p99Ms }) => whole(p99Ms)],
  ["max ms", ({ maxMs }) => whole(maxMs)],
  ["exchanges", ({ exchanges }) => whole(exchanges)],
  ["lock tries", ({ lockAttempts }) => whole(lockAttempts)],
  ["takes", ({ lockTakes }) => whole(lockTakes)],
  ["reads", ({ reads }) => whole(reads)],
  ["writes", ({ writes }) => whole(writes)],
  ["peak/s", ({ peakPerSecond }) => whole(peakPerSecond)],
];
const TITLE_WIDTH = 40;
const width = (heading: string) => Math.max(heading.length, 9) + 1;

/** The line above the figures. */
export const headings = "".padEnd(TITLE_WIDTH) + columns.map(([heading]) => heading.padStart(width(heading))).join("");

/** The figures of a scenario as a line, and one more for each kind of failure. */
export function line(title: string, figures: Figures): string {
  const cells = columns.map(([heading, cell]) => cell(figures).padStart(width(heading)));
  const failures = Object.entries(figures.failed).map(
    ([code, count]) => `\n${"".padEnd(4)}${whole(count)} failed with ${code}`,
  );
  return title.padEnd(TITLE_WIDTH) + cells.join("") + failures.join("");
}

function whole(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}
