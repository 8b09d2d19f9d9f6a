// npm run lab -- soak [--minutes 10]: many callers in several processes use one sandbox with injected faults and
// short-lived tokens. Fails if a record is lost or duplicated, a failure has no fault, or memory or sockets grow.
import { mkdirSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { percentile } from "../support/figure.js";
import { checksOf } from "./checks.js";
import { type Tally, total } from "./explain.js";
import { runSoak } from "./run.js";

const { values } = parseArgs({ options: { minutes: { type: "string", default: "10" } } });
const PROCESSES = 5;
const CALLERS_PER_PROCESS = 20;
/** Printed problems of a check; the file has all. */
const SHOWN = 5;
const minutes = Number(values.minutes);
if (!(minutes > 0)) throw new TypeError(`Expected a number above 0 for --minutes; received ${values.minutes}`);

const run = await runSoak({ minutes, processes: PROCESSES, callers: CALLERS_PER_PROCESS });
const { totals, requests, seconds, faults } = run;
const checks = checksOf(run);
const failed = checks.filter(({ problems }) => problems.length > 0);
console.log(`${minutes} minutes, ${PROCESSES} processes of ${CALLERS_PER_PROCESS} callers`);
print({
  "calls per second": total(totals.calls) / seconds.length,
  "requests per second": total(requests) / seconds.length,
  "latency of a call in ms, p50": percentile(totals.latenciesMs, 0.5),
  "latency of a call in ms, p99": percentile(totals.latenciesMs, 0.99),
  retries: totals.retries,
  "repeated first pages": totals.repeatedPages,
});
console.log("\nCalls by operation");
print(totals.calls);
console.log("\nFailed calls");
print(totals.failures);
console.log();
for (const { name, found, problems } of checks) {
  console.log(`${problems.length === 0 ? "✓" : "✗"} ${name}: ${found}`);
  for (const problem of problems.slice(0, SHOWN)) console.log(`    ${problem}`);
  if (problems.length > SHOWN) console.log(`    and ${problems.length - SHOWN} more`);
}
console.log(failed.length === 0 ? `All ${checks.length} checks passed.` : `${failed.length} checks failed.`);

const folder = new URL("../../reports/", import.meta.url);
mkdirSync(folder, { recursive: true });
const { calls, failures } = totals;
const figures = { minutes, node: process.version, checks, calls, failures, faults, requests, seconds };
writeFileSync(new URL("soak.json", folder), `${JSON.stringify(figures, null, 1)}\n`);
process.exitCode = failed.length === 0 ? 0 : 1;

function print(tally: Tally): void {
  for (const [name, value] of Object.entries(tally))
    console.log(`  ${name.padEnd(62)}${Math.round(value).toLocaleString("en").padStart(12)}`);
}
