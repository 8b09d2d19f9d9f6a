// npm run lab -- soak [--minutes 10]: many callers in several processes use one sandbox with injected faults and
// short-lived tokens. Fails if a record is lost or duplicated, a failure has no fault, or memory or sockets grow.
import { mkdirSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { percentile } from "../support/figure.js";
import { type Check, checksOf } from "./checks.js";
import { count, type Second, type Tally, total } from "./measures.js";
import { runSoak, type SoakRun } from "./run.js";

const { values } = parseArgs({
  options: { minutes: { type: "string", default: "10" } },
});
const PROCESSES = 5;
const CALLERS_PER_PROCESS = 20;
/** Printed problems of a check; the file has all. */
const SHOWN = 5;
const minutes = Number(values.minutes);
if (!(minutes > 0)) throw new TypeError(`Expected a number above 0 for --minutes; received ${values.minutes}`);

const run = await runSoak({ minutes, processes: PROCESSES, callers: CALLERS_PER_PROCESS, onSecond: progress });
const checks = checksOf(run);
console.log(report(run, checks));

const folder = new URL("../../reports/", import.meta.url);
mkdirSync(folder, { recursive: true });
const { seconds, totals, sandbox } = run;
const figures = {
  minutes,
  node: process.version,
  checks,
  ...{ calls: totals.calls, failures: totals.failures, attempts: totals.attempts, refreshes: totals.refreshes },
  ...{ tokens: sandbox.tokens, faults: sandbox.faults, requests: sandbox.requests },
  seconds,
};
writeFileSync(new URL("soak.json", folder), `${JSON.stringify(figures, null, 1)}\n`);
if (checks.some(({ problems }) => problems.length > 0)) process.exitCode = 1;

/** Prints a line every ten seconds. */
function progress({ atMs, calls, failures, p50Ms, p99Ms, callers }: Second): void {
  const second = Math.round(atMs / 1000);
  if (second % 10 !== 0) return;
  const sockets = callers.reduce((sum, one) => sum + one.sockets, 0);
  console.error(
    `${second} s: ${calls} calls, ${failures} failed, p50 ${p50Ms} ms, p99 ${p99Ms} ms, ${sockets} sockets`,
  );
}

function report({ options, seconds, totals, sandbox }: SoakRun, checks: readonly Check[]): string {
  const lengthS = seconds.reduce((sum, { lengthMs }) => sum + lengthMs, 0) / 1000;
  const { processes, callers, minutes } = options;
  const latency = (share: number) => `${Math.round(percentile(totals.latenciesMs, share))} ms`;
  const failed = checks.filter(({ problems }) => problems.length > 0);
  return [
    `${minutes} minutes, ${processes} processes of ${callers} callers`,
    row("calls per second", Math.round(total(totals.calls) / lengthS)),
    row("requests per second", Math.round(total(sandbox.requests) / lengthS)),
    row("latency of a call, p50", latency(0.5)),
    row("latency of a call, p99", latency(0.99)),
    row("retries", totals.retries),
    row("repeated first pages", totals.repeatedPages),
    "",
    "Calls by operation",
    ...rows(totals.calls),
    "",
    "Failed calls",
    ...rows(byFailure(totals.failures)),
    "",
    ...checks.flatMap(({ name, found, problems }) => [
      `${problems.length === 0 ? "✓" : "✗"} ${name}: ${found}`,
      ...problems.slice(0, SHOWN).map((problem) => `    ${problem}`),
      ...(problems.length > SHOWN ? [`    and ${problems.length - SHOWN} more`] : []),
    ]),
    "",
    failed.length === 0
      ? `All ${checks.length} checks passed.`
      : `${failed.length} of ${checks.length} checks failed: ${failed.map(({ name }) => name).join("; ")}.`,
  ].join("\n");
}

function rows(tally: Tally): string[] {
  return Object.entries(tally)
    .toSorted(([, left], [, right]) => right - left)
    .map(([name, times]) => row(name, times));
}

function row(name: string, value: number | string): string {
  const text = typeof value === "number" ? value.toLocaleString("en") : value;
  return `  ${name.padEnd(52)}${text.padStart(12)}`;
}

/** The failures, summed over all operations. */
function byFailure(failures: Tally): Tally {
  const sums: Tally = {};
  for (const [name, times] of Object.entries(failures)) {
    const failure = name.slice(name.indexOf(" ") + 1);
    count(sums, failure, times);
  }
  return sums;
}
