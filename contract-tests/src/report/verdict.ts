import { type CheckReport, type CheckResult, exitCodeOf } from "./report.js";
import { counted } from "./visible-text.js";

/** What a report comes to. */
export interface Verdict {
  /** `unknown` where it could not be found out. */
  readonly outcome: "held" | "violated" | "unknown";
  /** A few words. */
  readonly title: string;
  /** A sentence with the numbers. */
  readonly sentence: string;
}

/** How many checks ended in each way. */
export type OutcomeCounts = Readonly<Record<CheckResult["outcome"], number>>;

/** Says in plain words what a report comes to. */
export function verdictOf(report: Pick<CheckReport, "checks">): Verdict {
  const { held, violated, skipped, failed } = countOutcomes(report.checks);
  const all = counted(report.checks.length, "check");
  const findings = report.checks.reduce((sum, check) => sum + check.findings.length, 0);
  if (exitCodeOf(report) === 1) {
    const found = `${violated} of ${all} found ${counted(findings, "difference")} between service and contract`;
    return { outcome: "violated", title: "The contract is violated", sentence: `${found}${withFailed(failed)}.` };
  }
  if (exitCodeOf(report) === 0) {
    const left = skipped === 0 ? "" : `; ${skipped} skipped`;
    return { outcome: "held", title: "The contract held", sentence: `${held} of ${all} held${left}.` };
  }
  const sentence =
    failed === 0 ? `None of ${all} could tell: all were skipped.` : `No violation was found${withFailed(failed)}.`;
  return {
    outcome: "unknown",
    title: "It could not be found out",
    sentence: report.checks.length === 0 ? "There was nothing to check." : sentence,
  };
}

/** Counts the outcomes of checks. */
export function countOutcomes(checks: readonly CheckResult[]): OutcomeCounts {
  const counts = { held: 0, violated: 0, skipped: 0, failed: 0 };
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

function withFailed(failed: number): string {
  return failed === 0 ? "" : `, and ${counted(failed, "check")} could not be carried out`;
}
