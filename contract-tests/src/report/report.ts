import { EXCHANGE_RULES, type Exchange, type RuleId } from "content-service-contract";
import type { CoverageReport } from "../coverage/coverage.js";

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
  /** All checks, in a fixed order. */
  readonly checks: readonly CheckResult[];
  /** The parts of the contract that the exchanges cover. */
  readonly coverage: CoverageReport;
  /** The changes that the run could not undo, as sentences. */
  readonly leftBehind: readonly string[];
  /** The operations whose slowest calls took at least a second and ten times the median. Absent for recorded traffic. */
  readonly slowTails?: readonly SlowTail[] | undefined;
  /** The part of the planned checks that ran. Absent when all did. */
  readonly shard?: Shard | undefined;
  /** The percentage of the checks that must pass or fail for exit code 0. @default 0 */
  readonly minChecked?: number | undefined;
  /** What the run did with the records of each inferred resource. Absent for recorded traffic. */
  readonly resources?: readonly ResourceReport[] | undefined;
  /** What the run waited for and tolerated, as sentences. Absent for recorded traffic. */
  readonly notes?: readonly string[] | undefined;
  /** What each entry of the baseline did. Absent without a baseline. */
  readonly baseline?: readonly BaselineResult[] | undefined;
  /** Every exchange of the checks, in order. Absent without the option `trace`. */
  readonly trace?: readonly TracedExchange[] | undefined;
}

/** An exchange, and what it was for. */
export interface TracedExchange {
  /** The id of the check. The first check of a resource makes the calls of the others. */
  readonly check: string;
  /** When the response was complete, as an ISO 8601 time. */
  readonly endedAt: string;
  /** The request and the response. */
  readonly exchange: Exchange;
}

/** A part of the planned checks. */
export interface Shard {
  /** From 1 to `total`. */
  readonly index: number;
  /** The number of parts. */
  readonly total: number;
  /** The same for all shards of a run: it depends on the contract and the planned checks. */
  readonly plan: string;
}

/** A kind of record that the contract implies: its operations, and which of them worked. */
export interface ResourceReport {
  /** The path of its collection, such as `/books`. */
  readonly collection: string;
  /** The operations that show and change its records. */
  readonly operations: readonly ResourceOperation[];
}

/** An operation on the records of a resource. */
export interface ResourceOperation {
  /** What it does with a record. */
  readonly role: "created" | "read" | "listed" | "changed" | "replaced" | "deleted" | "acted on";
  /** The `operationId`. */
  readonly operation: string;
  /** Why no call of it succeeded, such as `409 The book is on loan`. Absent when one did. */
  readonly problem?: string | undefined;
}

/** How long the calls of an operation took, in milliseconds. */
export interface SlowTail {
  /** The `operationId`. */
  readonly operation: string;
  /** The number of calls. */
  readonly calls: number;
  /** Half of the calls took no longer. */
  readonly medianMs: number;
  /** 99 % of the calls took no longer. */
  readonly p99Ms: number;
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
  /** The number of violations that the baseline accepted. */
  readonly accepted?: number | undefined;
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

/** The rules of a check, which are about several calls, and when each one passes. */
const CONDUCT_RULES = {
  "call-succeeds": "a call whose ids all exist succeeds, with every valid value",
  "expected-record": "a known record is shown correctly",
  "response-complete": "a response arrives whole; if the connection closes before it, the request is retried once",
  "request-ids-differ": "no two errors share a request id",
  "wrong-request-rejected": "a request with one fault gets a 4xx that fits the fault, with a matching error",
  "token-required": "a call with no token, or with a tampered, misplaced or expired one, gets 401",
  "caller-respected":
    "a call acts as the user of its token or of `As-User`, and only callers with the permission send `As-User`; parallel requests each get the right response; a caller without the role or the right is rejected; a record that a caller may not see is hidden in every operation, as are those of other tenants",
  "method-rejected": "an undocumented method gets a 4xx",
  "list-complete": "small pages together have the entries of large ones",
  "list-without-duplicates": "no entry occurs twice",
  "list-ends": "pagination ends",
  "list-order": "the entries have the same order in pages of any size, and the order that a page names",
  "filter-respected": "a filter selects all entries that pass, and no others, alone and with other filters",
  "query-respected": "a metadata query finds what matches its conditions and folder, sorted, with the requested fields",
  "consistent-records":
    "a record is the same in every response, and in every list, until a write names it, and no event is after the `Date` of the response",
  "marker-respected":
    "a marker always selects its page, in both directions; an invented, changed or foreign marker is rejected",
  "offset-respected": "an offset selects the page, and the page reports it",
  "limit-respected":
    "no page exceeds the requested limit or the maximum; without a limit, the page length is the `limit` it reports",
  "precondition-respected":
    "an old etag is rejected or returns the record; the current one is accepted or returns 304; of two parallel changes with one etag, one is made",
  "state-kept":
    "a successful write is visible afterwards exactly as sent, in every response that shows it, and changes nothing else; a rejected one is not visible",
  "refresh-token-single-use": "a refresh token works once, even if two requests send it in parallel",
  "token-response": "a token response has `Cache-Control: no-store`, a lifetime in seconds and tokens of the same user",
} as const;

/** The stable name of a rule about several calls. The README describes each rule. */
export type ConductRule = keyof typeof CONDUCT_RULES;

/** A rule about one exchange or about several calls. */
export type FindingRule = RuleId | ConductRule;

/** All rules, and when each one passes. */
export const RULES: Readonly<Record<FindingRule, string>> = { ...EXCHANGE_RULES, ...CONDUCT_RULES };

/** Known violations that a run accepts until a day. */
export interface BaselineEntry {
  /** The `operationId`. With `rule`, it selects the violations of that rule by that operation. */
  readonly operation?: string | undefined;
  /** The violated rule. */
  readonly rule?: FindingRule | undefined;
  /** The id of a check, in place of or beside `operation` and `rule`. */
  readonly check?: string | undefined;
  /** The places of the violation, separated by commas: one with another place is not accepted. @default all places */
  readonly places?: string | undefined;
  /** Why the violations are accepted. */
  readonly reason: string;
  /** The last day on which they are accepted, in UTC, such as `2027-01-31`. */
  readonly until: string;
}

/** What an entry of a baseline did in a run. */
export interface BaselineResult extends BaselineEntry {
  /** `expired` violations fail again. `unused`: nothing matches, although checks of the operation ran. */
  readonly state: "accepted" | "expired" | "unused" | "not run";
  /** The number of violations that match. */
  readonly count: number;
}

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
  /** The other places that show the same violation. */
  readonly alsoAt?: readonly string[] | undefined;
  /** The exchange with the violation, without secrets; the last one if there are several. */
  readonly exchange: Exchange;
  /** The name of the caller that sent the request. Undefined for the user of the target's token. */
  readonly caller?: string | undefined;
}

/**
 * The exit code for a report: 1 when a check failed; 0 when at least one passed, or has accepted violations alone, and
 * none errored; 2 otherwise, and when fewer checks than `minChecked` passed or failed.
 */
export function exitCodeOf({ checks, minChecked = 0 }: Pick<CheckReport, "checks" | "minChecked">): 0 | 1 | 2 {
  if (checks.some(({ outcome }) => outcome === "failed")) return 1;
  return checks.some(({ outcome, accepted }) => outcome === "passed" || accepted) &&
    !checks.some(({ outcome }) => outcome === "errored") &&
    checkedPercent(checks) >= minChecked
    ? 0
    : 2;
}

/** The percentage of the checks that passed or failed, rounded down to a tenth. */
export function checkedPercent(checks: readonly CheckResult[]): number {
  return checks.length === 0 ? 0 : Math.floor((checks.filter(isChecked).length / checks.length) * 1000) / 10;
}

/** Whether a check passed or failed. A baseline skips a check that failed. */
export function isChecked({ outcome, accepted }: CheckResult): boolean {
  return outcome === "passed" || outcome === "failed" || (outcome === "skipped" && Boolean(accepted));
}
