import { counted } from "content-service-contract/text";
import { groupBy } from "./group-by.js";
import { type CheckReport, type CheckResult, checkedPercent, isChecked } from "./report.js";

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

/** A sentence when fewer checks than `minChecked` passed or failed. */
export function tooFewChecked({
  checks,
  minChecked = 0,
}: Pick<CheckReport, "checks" | "minChecked">): string | undefined {
  const percent = checkedPercent(checks);
  if (percent >= minChecked) return undefined;
  return `Only ${percent}% of ${counted(checks.length, "check")} passed or failed (--min-checked ${minChecked}%).`;
}

/** What the options of the run left out, a line for each. */
export function leftOutLines({ checks }: Pick<CheckReport, "checks">): string[] {
  return ["--max-time", "--fail-fast"].flatMap((option) => {
    const count = checks.filter(({ outcome, reason }) => outcome === "skipped" && reason?.includes(option)).length;
    return count === 0 ? [] : [`Left out by ${option}: ${count} of ${counted(checks.length, "check")}.`];
  });
}
