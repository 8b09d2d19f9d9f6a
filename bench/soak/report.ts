import { percentile } from "../figure.js";
import type { Check } from "./checks.js";
import type { SoakRun } from "./run.js";
import { type Tally, total } from "./tally.js";

/** How many of the problems of a check are shown; the file has all. */
const SHOWN = 5;

/** Tells of a soak as text: what was done, what failed, and what holds. */
export function report({ options, seconds, totals, sandbox }: SoakRun, checks: readonly Check[]): string {
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
