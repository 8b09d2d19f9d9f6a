import { counted, formatCount } from "content-service-contract/text";
import { groupFindings } from "./finding-groups.js";
import { tooFewChecked } from "./not-checked.js";
import { type CheckReport, type CheckResult, exitCodeOf } from "./report.js";

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

/** Counts the outcomes of checks. */
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
