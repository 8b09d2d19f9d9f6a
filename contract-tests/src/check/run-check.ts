import type { CheckResult } from "../report/report.js";
import type { Check } from "./check.js";
import { openSession, type Run, SkippedError } from "./session.js";

/** How a check ended, and what stopped it. */
export interface RanCheck {
  readonly result: CheckResult;
  /** What it threw; undefined when it came to its end. */
  readonly error: unknown;
}

/** Runs one check with a session of its own. Does not throw. */
export async function runCheck(check: Check, run: Run, now: () => number): Promise<RanCheck> {
  const startedMs = now();
  const { session, findings, close } = openSession(run);
  let error: unknown;
  try {
    await check.run(session);
  } catch (thrown) {
    error = thrown;
  }
  const failures = (await close()).map((message) => `It could not be put back: ${message}`);
  for (const failure of failures) session.leaveBehind(`${check.id}: ${failure}`);
  const skipped = error instanceof SkippedError && failures.length === 0;
  const reasons = [...(error === undefined ? [] : [messageOf(error)]), ...failures];
  const { id, operation, title } = check;
  const durationMs = now() - startedMs;
  const ended = { id, operation, title, findings, durationMs };
  if (findings.length > 0) return { result: { ...ended, outcome: "failed" }, error };
  if (reasons.length === 0) return { result: { ...ended, outcome: "passed" }, error };
  const reason = run.redaction.text(reasons.join(". "));
  return { result: { ...ended, outcome: skipped ? "skipped" : "errored", reason }, error };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
