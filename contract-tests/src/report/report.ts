import type { CoverageReport } from "../coverage/coverage.js";
import type { Exchange } from "../exchange/exchange.js";
import type { RuleId } from "../exchange/violation.js";

/** What a run found out. Plain data, without secrets. */
export interface CheckReport {
  /** What was checked, such as `https://api.content.example/2.0`, or the name of a file of recorded traffic. */
  readonly subject: string;
  /** What made the exchanges: calls of our own, or somebody else's traffic. */
  readonly source: "check" | "har" | "proxy";
  /** What was allowed to change: nothing, what can be put back, or anything. Absent for recorded traffic. */
  readonly effects?: Effects | undefined;
  /** When it began, as an ISO 8601 time. */
  readonly startedAt: string;
  /** How long all of it took. */
  readonly durationMs: number;
  /** How many exchanges were looked at. */
  readonly exchanges: number;
  /** Every check, in the order in which they ran. */
  readonly checks: readonly CheckResult[];
  /** What of the contract the exchanges have shown. */
  readonly coverage: CoverageReport;
  /** What the run made and could not remove, a sentence each; empty when everything is as it was. */
  readonly leftBehind: readonly string[];
}

/** How one check ended. */
export interface CheckResult {
  /** Stable, such as `getCurrentUser/succeeds`. */
  readonly id: string;
  /** The `operationId`; undefined where a recorded request fits no operation. */
  readonly operation: string | undefined;
  /** A sentence about the service, such as `getCurrentUser refuses a call without a token`. */
  readonly title: string;
  /** `errored`: the check could not run, because the service was unreachable or a precondition of the check failed. */
  readonly outcome: "passed" | "failed" | "skipped" | "errored";
  /** Why the check was skipped or errored. */
  readonly reason?: string | undefined;
  /** In the order in which they were found; empty unless the check failed. */
  readonly findings: readonly Finding[];
  /** How long it took, its cleaning up included. */
  readonly durationMs: number;
}

/**
 * What a check may change: `none` only reads; `undone` puts everything back with operations of the contract; `lasting`
 * makes what no operation of the contract removes.
 */
export type Effects = "none" | "undone" | "lasting";

/** The stable name of a rule about what a service does over several calls. The README lists what each one asks for. */
export type ConductRule =
  | "call-succeeds"
  | "wrong-request-rejected"
  | "token-required"
  | "method-rejected"
  | "list-complete"
  | "list-without-duplicates"
  | "list-ends"
  | "marker-respected"
  | "offset-respected"
  | "limit-respected"
  | "precondition-respected"
  | "state-kept"
  | "refresh-token-single-use";

/** What does not hold: a rule about one exchange, or one about several. */
export type FindingRule = RuleId | ConductRule;

/** One way in which a service differs from the contract. */
export interface Finding {
  /** The rule that does not hold. */
  readonly rule: FindingRule;
  /** What is wrong, for a person. The wording may change; build on `rule`. */
  readonly message: string;
  /** The `operationId`; undefined where the request fits no operation. */
  readonly operation: string | undefined;
  /** JSON pointer into the bundled contract: the statement that does not hold. */
  readonly contract: string;
  /** Pointer into the exchange, such as `/response/body/entries/0/id`. */
  readonly at: string;
  /** The exchange that shows it, with its secrets replaced; the last one, where it took several. */
  readonly exchange: Exchange;
}

/**
 * The exit code for a report: 1 when a check failed; 0 when at least one passed and none errored; 2 otherwise.
 */
export function exitCodeOf({ checks }: Pick<CheckReport, "checks">): 0 | 1 | 2 {
  if (checks.some(({ outcome }) => outcome === "failed")) return 1;
  return checks.some(({ outcome }) => outcome === "passed") && !checks.some(({ outcome }) => outcome === "errored")
    ? 0
    : 2;
}
