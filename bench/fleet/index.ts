// npm run simulate: runs the client's own refresh in 10,000 workers at once, in simulated time, and prints what it costs.
// docs/decisions/0008-fleets.md tells what the scenarios are. `npm run simulate -- c f` runs these only.
import { parseArgs } from "node:util";
import { runScenario } from "./run-scenario.js";
import { scenarios } from "./scenarios.js";
import { headings, line } from "./table.js";

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
