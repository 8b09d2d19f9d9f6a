// npm run soak: many callers in several processes on one sandbox, with faults and with tokens that live for seconds. It
// fails when something is lost or grows. `-- --minutes 2` or SOAK_MINUTES says how long; `-- --plant leaked-sockets`
// plants a fault to see that it is found.
import { mkdirSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { percentile } from "../figure.js";
import { type Check, checksOf } from "./checks.js";
import { FAULT_SHARE } from "./fault-plan.js";
import { PLANTED } from "./plant.js";
import { runSoak, type SoakRun } from "./run.js";
import { type Second, type Tally, total } from "./second.js";
import { soakPicture } from "./soak-picture.js";
import { TOKEN_LIFE_MS } from "./token-server.js";

const { values } = parseArgs({
  options: { minutes: { type: "string", default: process.env["SOAK_MINUTES"] ?? "10" }, plant: { type: "string" } },
});
const PROCESSES = 5;
/** In each process. */
const CALLERS = 20;
const minutes = Number(values.minutes);
const plant = PLANTED.find((one) => one === values.plant);
if (!(minutes > 0)) throw new TypeError("--minutes must be a number above 0");
if (values.plant !== undefined && plant === undefined) throw new TypeError(`--plant is one of ${PLANTED.join(", ")}`);

const run = await runSoak({ minutes, processes: PROCESSES, callers: CALLERS, plant, onSecond: progress });
const checks = checksOf(run);
console.log(report(run, checks));

const folder = new URL("../../reports/", import.meta.url);
mkdirSync(folder, { recursive: true });
const { seconds, totals, sandbox } = run;
const share = `${FAULT_SHARE * 100} % of the requests meet a fault`;
const about = `${PROCESSES * CALLERS} callers in ${PROCESSES} processes; ${share}; tokens live ${TOKEN_LIFE_MS / 1000} s.`;
const figures = {
  minutes,
  node: process.version,
  checks,
  ...{ calls: totals.calls, failures: totals.failures, attempts: totals.attempts, refreshes: totals.refreshes },
  ...{ tokens: sandbox.tokens, faults: sandbox.faults, requests: sandbox.requests },
  seconds,
};
writeFileSync(new URL("soak.json", folder), `${JSON.stringify(figures, null, 1)}\n`);
writeFileSync(new URL("soak.svg", folder), soakPicture(about, seconds));
if (checks.some(({ problems }) => problems.length > 0)) process.exitCode = 1;

/** Shows every ten seconds that it goes on. */
function progress({ atMs, calls, failures, p50Ms, p99Ms, callers }: Second): void {
  const second = Math.round(atMs / 1000);
  if (second % 10 !== 0) return;
  const sockets = callers.reduce((sum, one) => sum + one.sockets, 0);
  console.error(
    `${second} s: ${calls} calls, ${failures} failed, p50 ${p50Ms} ms, p99 ${p99Ms} ms, ${sockets} sockets`,
  );
}

/** How many of the problems of a check are shown; the file has all. */
const SHOWN = 5;

/** Tells of a soak as text: what was done, what failed, and what holds. */
function report({ options, seconds, totals, sandbox }: SoakRun, checks: readonly Check[]): string {
  const lengthS = seconds.reduce((sum, { lengthMs }) => sum + lengthMs, 0) / 1000;
  const { processes, callers, minutes, plant } = options;
  const latency = (share: number) => `${Math.round(percentile(totals.latenciesMs, share))} ms`;
  const failed = checks.filter(({ problems }) => problems.length > 0);
  return [
    `${minutes} minutes, ${processes} processes of ${callers} callers${plant === undefined ? "" : `, planted: ${plant}`}`,
    row("calls in a second", Math.round(total(totals.calls) / lengthS)),
    row("requests in a second", Math.round(total(sandbox.requests) / lengthS)),
    row("latency of a call, p50", latency(0.5)),
    row("latency of a call, p99", latency(0.99)),
    row("retries", totals.retries),
    row("first pages that came twice, as their marker said", totals.repeatedPages),
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
      ? `All ${checks.length} checks hold.`
      : `${failed.length} of ${checks.length} checks do not hold: ${failed.map(({ name }) => name).join("; ")}.`,
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

/** The failures of all operations together. */
function byFailure(failures: Tally): Tally {
  const sums: Tally = {};
  for (const [name, times] of Object.entries(failures)) {
    const failure = name.slice(name.indexOf(" ") + 1);
    sums[failure] = (sums[failure] ?? 0) + times;
  }
  return sums;
}
