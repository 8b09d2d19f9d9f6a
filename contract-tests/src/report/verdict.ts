import { type CheckReport, type CheckResult, exitCodeOf } from "./report.js";
import { counted } from "./visible-text.js";

/** What a report comes to. */
export interface Verdict {
  /** `unknown` where it could not be found out. */
  readonly outcome: "passed" | "failed" | "unknown";
  /** A few words. */
  readonly title: string;
  /** A sentence with the numbers. */
  readonly sentence: string;
}

/** How many checks ended in each way. */
export type OutcomeCounts = Readonly<Record<CheckResult["outcome"], number>>;

/** Says in plain words what a report comes to. */
export function verdictOf(report: Pick<CheckReport, "checks">): Verdict {
  const { passed, failed, skipped, errored } = countOutcomes(report.checks);
  const all = counted(report.checks.length, "check");
  const findings = report.checks.reduce((sum, check) => sum + check.findings.length, 0);
  if (exitCodeOf(report) === 1) {
    const found = `${failed} of ${all} found ${counted(findings, "difference")} between service and contract`;
    return { outcome: "failed", title: "The contract is violated", sentence: `${found}${withErrored(errored)}.` };
  }
  if (exitCodeOf(report) === 0) {
    const left = skipped === 0 ? "" : `; ${skipped} skipped`;
    return { outcome: "passed", title: "The contract held", sentence: `${passed} of ${all} passed${left}.` };
  }
  const sentence =
    errored === 0 ? `None of ${all} could tell: all were skipped.` : `No violation was found${withErrored(errored)}.`;
  return {
    outcome: "unknown",
    title: "It could not be found out",
    sentence: report.checks.length === 0 ? "There was nothing to check." : sentence,
  };
}

/** Counts the outcomes of checks. */
export function countOutcomes(checks: readonly CheckResult[]): OutcomeCounts {
  const counts = { passed: 0, failed: 0, skipped: 0, errored: 0 };
  for (const { outcome } of checks) counts[outcome] += 1;
  return counts;
}

/** A duration for people, such as `840 ms`, `12.4 s` or `3 min 5 s`. */
export function formatDuration(durationMs: number): string {
  if (durationMs < 1_000) return `${Math.round(durationMs)} ms`;
  if (durationMs < 60_000) return `${(durationMs / 1_000).toFixed(1)} s`;
  const seconds = Math.round(durationMs / 1_000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

function withErrored(errored: number): string {
  return errored === 0 ? "" : `, and ${counted(errored, "check")} could not be carried out`;
}
