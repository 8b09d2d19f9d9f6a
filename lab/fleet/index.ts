// npm run lab -- fleet: runs the client's own refresh in 10,000 workers at once, in simulated time, and prints what it
// costs. docs/decisions.md tells what the scenarios are. `npm run lab -- fleet c f` runs these only.
import { parseArgs } from "node:util";
import type { Figures } from "./fleet.js";
import { runScenario, scenarios } from "./scenarios.js";

/** The columns of the table. */
const columns: Readonly<Record<string, (figures: Figures) => number>> = {
  calls: ({ calls }) => calls,
  waited: ({ waited }) => waited,
  failed: ({ failed }) => Object.values(failed).reduce((sum, count) => sum + count, 0),
  "p50 ms": ({ medianMs }) => medianMs,
  "p99 ms": ({ p99Ms }) => p99Ms,
  "max ms": ({ maxMs }) => maxMs,
  exchanges: ({ exchanges }) => exchanges,
  "lock tries": ({ lockAttempts }) => lockAttempts,
  takes: ({ lockTakes }) => lockTakes,
  reads: ({ reads }) => reads,
  writes: ({ writes }) => writes,
  "peak/s": ({ peakPerSecond }) => peakPerSecond,
};
const line = (title: string, cells: readonly string[]) =>
  title.padEnd(44) + cells.map((cell) => cell.padStart(11)).join("");
const whole = (value: number) => Math.round(value).toLocaleString("en-US");

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { workers: { type: "string", default: "10000" } },
});
const workers = Number(values.workers);
if (!(Number.isInteger(workers) && workers > 0)) throw new TypeError("--workers must be a whole number above 0");
const unknown = positionals.filter((id) => !(id in scenarios));
if (unknown.length > 0) throw new TypeError(`no such scenario: ${unknown.join(", ")}`);

console.log(line(`${whole(workers)} workers`, Object.keys(columns)));
for (const [id, scenario] of Object.entries(scenarios)) {
  if (positionals.length > 0 && !positionals.includes(id)) continue;
  const figures = await runScenario(scenario, workers);
  const cells = Object.values(columns).map((read) => whole(read(figures)));
  console.log(line(`${id.padEnd(3)} ${scenario.title}`, cells));
  for (const [code, count] of Object.entries(figures.failed)) console.log(`    ${whole(count)} failed with ${code}`);
}
