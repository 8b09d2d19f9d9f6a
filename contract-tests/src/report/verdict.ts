import { counted, formatCount } from "content-service-contract/text";
import { groupFindings } from "./finding-groups.js";
import { groupBy } from "./group-by.js";
import { type CheckReport, type CheckResult, checkedPercent, exitCodeOf, isChecked } from "./report.js";

/** The result of a run, in words. */
export interface Verdict {
  /** `unknown` when a check errored, or when no check ran. */
  readonly outcome: "passed" | "failed" | "unknown";
  /** The outcome as a title. */
  readonly title: string;
  /** The counts. */
  readonly sentence: string;
}

/** The outcomes of checks, the worst first. */
export const OUTCOMES = ["failed", "errored", "passed", "skipped"] as const satisfies CheckResult["outcome"][];

/** How many checks ended in each way. */
export type OutcomeCounts = Readonly<Record<CheckResult["outcome"], number>>;

/** Summarizes the outcomes of a report's checks. */
export function verdictOf(report: Pick<CheckReport, "checks" | "minChecked">): Verdict {
  const { passed, failed, skipped, errored } = countOutcomes(report.checks);
  const all = counted(report.checks.length, "check");
  const places = report.checks.reduce((sum, check) => sum + check.findings.length, 0);
  const accepted = report.checks.reduce((sum, check) => sum + (check.accepted ?? 0), 0);
  const also = [
    ...(accepted > 0 ? [`${counted(accepted, "violation")} accepted`] : []),
    ...(errored > 0 ? [`${errored} errored`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ];
  const tooFew = tooFewChecked(report);
  const rest = also.map((count) => `; ${count}`).join("");
  const end = tooFew === undefined ? "" : ` ${tooFew}`;
  switch (exitCodeOf(report)) {
    case 1: {
      const violations = groupFindings(report.checks).length;
      const where = places > violations ? ` in ${formatCount(places)} places` : "";
      const sentence = `${failed} of ${all} failed (${counted(violations, "contract violation")}${where})${rest}.${end}`;
      return { outcome: "failed", title: "Contract tests failed", sentence };
    }
    case 0:
      return { outcome: "passed", title: "Contract tests passed", sentence: `${passed} of ${all} passed${rest}.` };
    default: {
      const ran = passed > 0 ? `${passed} of ${all} passed${rest}.` : `${all} skipped; none passed.`;
      const counts = errored > 0 ? `${errored} of ${all} errored; ${passed} passed.` : ran;
      const sentence = report.checks.length === 0 ? "No checks ran." : `${counts}${end}`;
      return { outcome: "unknown", title: "Contract tests incomplete", sentence };
    }
  }
}

export function countOutcomes(checks: readonly CheckResult[]): OutcomeCounts {
  const counts = { passed: 0, failed: 0, skipped: 0, errored: 0 };
  for (const { outcome } of checks) counts[outcome] += 1;
  return counts;
}

/** A duration such as `840 ms`, `12.4 s` or `3 min 5 s`. */
export function formatDuration(durationMs: number): string {
  if (durationMs < 1_000) return `${Math.round(durationMs)} ms`;
  if (durationMs < 60_000) return `${(durationMs / 1_000).toFixed(1)} s`;
  const seconds = Math.round(durationMs / 1_000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Groups the skipped and errored checks by reason, the largest group first. Reasons that differ in the operation are one. */
export function notChecked(results: readonly CheckResult[]) {
  const left = results.filter((check) => !isChecked(check));
  return [...groupBy(left, generalReason)]
    .map(([general, checks]) => {
      const reasons = new Set(checks.map(({ reason }) => reason));
      const errored = checks.filter(({ outcome }) => outcome === "errored").length;
      return {
        reason: (reasons.size === 1 ? checks[0]?.reason : undefined) ?? general,
        outcome: errored === 0 ? "skipped" : errored === checks.length ? "errored" : "errored or skipped",
        checks,
      };
    })
    .sort((left, right) => right.checks.length - left.checks.length);
}

function generalReason({ operation = "", reason = "No reason was given." }: CheckResult): string {
  if (operation === "") return reason;
  return reason.replaceAll(`${operation}.`, "<operation>.").replaceAll(operation, "an operation");
}

export function tooFewChecked({ checks, minChecked = 0 }: Pick<CheckReport, "checks" | "minChecked">) {
  const percent = checkedPercent(checks);
  if (percent >= minChecked) return undefined;
  return `Only ${percent}% of ${counted(checks.length, "check")} passed or failed (--min-checked ${minChecked}%).`;
}

export function leftOutLines({ checks }: Pick<CheckReport, "checks">): string[] {
  return ["--max-time", "--fail-fast"].flatMap((option) => {
    const count = checks.filter(({ outcome, reason }) => outcome === "skipped" && reason?.includes(option)).length;
    return count === 0 ? [] : [`Left out by ${option}: ${count} of ${counted(checks.length, "check")}.`];
  });
}
