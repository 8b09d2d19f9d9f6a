import type { Exchange } from "content-service-contract";
import { headerPairs } from "content-service-contract/redaction";
import { safeReport } from "./redacted-report.js";
import { type CheckReport, type CheckResult, exitCodeOf, type Finding } from "./report.js";
import { countOutcomes, type OutcomeCounts } from "./verdict.js";

/**
 * A complete report without secrets, as written to a file. Later releases may add members to `version` 1.
 *
 * `exchanges` has each exchange once; findings refer to an exchange by its index.
 */
export interface JsonReport extends Omit<CheckReport, "checks" | "exchanges" | "trace"> {
  /** The version of the format. */
  readonly version: 1;
  /** 0: passed, 1: failed, 2: incomplete. */
  readonly exitCode: 0 | 1 | 2;
  /** The number of checks by outcome. */
  readonly outcomes: OutcomeCounts;
  /** The number of checked exchanges. */
  readonly exchangeCount: number;
  /** Every check, in the order in which they ran. */
  readonly checks: readonly JsonCheck[];
  /** The exchanges of the findings, with headers as pairs of name and value. */
  readonly exchanges: readonly Exchange[];
}

/** The result of a check. */
export interface JsonCheck extends Omit<CheckResult, "findings"> {
  /** The contract violations that the check found. */
  readonly findings: readonly JsonFinding[];
}

/** A contract violation. */
export interface JsonFinding extends Omit<Finding, "exchange"> {
  /** The index in `exchanges`. */
  readonly exchange: number;
}

/** Creates the JSON report, ready for `JSON.stringify`. */
export function jsonReport(checked: CheckReport): JsonReport {
  const safe = safeReport(checked);
  const { checks, exchanges, trace: _, ...report } = safe;
  const indexes = new Map<Exchange, number>();
  const indexOf = (exchange: Exchange): number => {
    const index = indexes.get(exchange) ?? indexes.size;
    indexes.set(exchange, index);
    return index;
  };
  const written = checks.map((check) => ({
    ...check,
    findings: check.findings.map((finding) => ({ ...finding, exchange: indexOf(finding.exchange) })),
  }));
  return {
    version: 1,
    exitCode: exitCodeOf(safe),
    outcomes: countOutcomes(checks),
    ...report,
    exchangeCount: exchanges,
    checks: written,
    exchanges: [...indexes.keys()].map(({ request, response }) => ({
      request: { ...request, headers: headerPairs(request.headers) },
      response: { ...response, headers: headerPairs(response.headers) },
    })),
  };
}
