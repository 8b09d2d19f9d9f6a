import type { CoverageReport } from "../coverage/coverage.js";
import type { Exchange } from "../exchange/exchange.js";
import type { RuleId } from "../exchange/violation.js";

/** The results of a run: plain data without secrets. */
export interface CheckReport {
  /** The base address, such as `https://api.content.example/2.0`, or the name of a file of recorded traffic. */
  readonly subject: string;
  /** The source of the exchanges: own calls or recorded traffic. */
  readonly source: "check" | "har" | "proxy";
  /** The permitted effects. Absent for recorded traffic. */
  readonly effects?: Effects | undefined;
  /** The start as an ISO 8601 time. */
  readonly startedAt: string;
  /** The duration in milliseconds. */
  readonly durationMs: number;
  /** The number of checked exchanges. */
  readonly exchanges: number;
  /** All checks, in the order in which they ran. */
  readonly checks: readonly CheckResult[];
  /** The parts of the contract that the exchanges cover. */
  readonly coverage: CoverageReport;
  /** The changes that the run could not undo, as sentences. */
  readonly leftBehind: readonly string[];
}

/** The result of one check. */
export interface CheckResult {
  /** Stable, such as `getCurrentUser/succeeds`. */
  readonly id: string;
  /** The `operationId`; undefined when a recorded request matches no operation. */
  readonly operation: string | undefined;
  /** A sentence about the service, such as `getCurrentUser rejects a call without a token`. */
  readonly title: string;
  /** `errored`: the check could not run, because the service was unreachable or a precondition of the check failed. */
  readonly outcome: "passed" | "failed" | "skipped" | "errored";
  /** Why the check was skipped or errored. */
  readonly reason?: string | undefined;
  /** Empty unless the check failed. */
  readonly findings: readonly Finding[];
  /** The duration in milliseconds, including cleanup. */
  readonly durationMs: number;
}

/**
 * The effects of a check: `none` changes no records, `undone` restores every change, and `lasting` leaves records that
 * the API cannot delete.
 */
export type Effects = "none" | "undone" | "lasting";

/** The stable name of a rule about several calls. The README describes each rule. */
export type ConductRule =
  | "call-succeeds"
  | "response-complete"
  | "request-ids-differ"
  | "wrong-request-rejected"
  | "token-required"
  | "caller-respected"
  | "method-rejected"
  | "list-complete"
  | "list-without-duplicates"
  | "list-ends"
  | "list-order"
  | "filter-respected"
  | "query-respected"
  | "consistent-records"
  | "marker-respected"
  | "offset-respected"
  | "limit-respected"
  | "precondition-respected"
  | "state-kept"
  | "refresh-token-single-use"
  | "token-response";

/** A rule about one exchange or about several calls. */
export type FindingRule = RuleId | ConductRule;

/** A violation of the contract by the service. */
export interface Finding {
  /** The violated rule. */
  readonly rule: FindingRule;
  /** What is wrong. The wording may change; use `rule` in programs. */
  readonly message: string;
  /** The `operationId`; undefined when the request matches no operation. */
  readonly operation: string | undefined;
  /** JSON pointer into the bundled contract: the violated statement. */
  readonly contract: string;
  /** Pointer into the exchange, such as `/response/body/entries/0/id`. */
  readonly at: string;
  /** The exchange with the violation, without secrets; the last one if there are several. */
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
