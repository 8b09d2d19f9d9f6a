// npm run lab -- fleet: runs the client's own refresh in 10,000 workers at once, in simulated time, and prints what it
// costs. docs/decisions.md tells what the scenarios are. `npm run lab -- fleet c f` runs these only.
import { parseArgs } from "node:util";
import type { Figures } from "./fleet.js";
import { runScenario, scenarios } from "./scenarios.js";

/** The columns of the table: a heading and its cells. */
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

const headings = "".padEnd(TITLE_WIDTH) + columns.map(([heading]) => heading.padStart(width(heading))).join("");

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { workers: { type: "string", default: "10000" } },
});
const workers = Number(values.workers);
if (!(Number.isInteger(workers) && workers > 0)) throw new TypeError("--workers must be a whole number above 0");
const unknown = positionals.filter((id) => !(id in scenarios));
if (unknown.length > 0) throw new TypeError(`no such scenario: ${unknown.join(", ")}`);

console.log(`${workers.toLocaleString("en-US")} workers\n${headings}`);
for (const [id, scenario] of Object.entries(scenarios)) {
  if (positionals.length > 0 && !positionals.includes(id)) continue;
  console.log(line(`${id.padEnd(3)} ${scenario.title}`, await runScenario(scenario, workers)));
}

/** The figures of a scenario as a line, and one more for each kind of failure. */
function line(title: string, figures: Figures): string {
  const cells = columns.map(([heading, cell]) => cell(figures).padStart(width(heading)));
  const failures = Object.entries(figures.failed).map(
    ([code, count]) => `\n${"".padEnd(4)}${whole(count)} failed with ${code}`,
  );
  return title.padEnd(TITLE_WIDTH) + cells.join("") + failures.join("");
}

function whole(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}
