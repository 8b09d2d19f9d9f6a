import type { Exchange } from "../exchange/exchange.js";
import { headerPairs } from "../redaction/redacted-exchange.js";
import { safeReport } from "./redacted-report.js";
import { type CheckReport, type CheckResult, exitCodeOf, type Finding } from "./report.js";
import { countOutcomes, type OutcomeCounts } from "./verdict.js";

/**
 * A report as it is written into a file. Within `version` 1 members are added, and none is changed or removed.
 *
 * It holds everything of a `CheckReport` but secrets. Each exchange stands once in `exchanges`, and findings name it by its place,
 * since many findings may show the same one.
 */
export interface JsonReport extends Omit<CheckReport, "checks" | "exchanges"> {
  /** The version of this form. */
  readonly version: 1;
  /** 0: all checks passed, 1: a check failed, 2: a check could not run or nothing was checked. */
  readonly exitCode: 0 | 1 | 2;
  /** How many checks ended in each way. */
  readonly outcomes: OutcomeCounts;
  /** How many exchanges were looked at. */
  readonly exchangeCount: number;
  /** Every check, in the order in which they ran. */
  readonly checks: readonly JsonCheck[];
  /** The exchanges that findings show, with headers as pairs of name and value. */
  readonly exchanges: readonly Exchange[];
}

/** How one check ended. */
export interface JsonCheck extends Omit<CheckResult, "findings"> {
  /** What it found. */
  readonly findings: readonly JsonFinding[];
}

/** One way in which the service differs from the contract. */
export interface JsonFinding extends Omit<Finding, "exchange"> {
  /** The place of the exchange in `exchanges`, counted from 0. */
  readonly exchange: number;
}

/** Makes the JSON report, as a value; `JSON.stringify` writes it. */
export function jsonReport(checked: CheckReport): JsonReport {
  const { checks, exchanges, ...report } = safeReport(checked);
  const places = new Map<Exchange, number>();
  const placeOf = (exchange: Exchange): number => {
    const place = places.get(exchange) ?? places.size;
    places.set(exchange, place);
    return place;
  };
  const written = checks.map((check) => ({
    ...check,
    findings: check.findings.map((finding) => ({ ...finding, exchange: placeOf(finding.exchange) })),
  }));
  return {
    version: 1,
    exitCode: exitCodeOf({ checks }),
    outcomes: countOutcomes(checks),
    ...report,
    exchangeCount: exchanges,
    checks: written,
    exchanges: [...places.keys()].map(({ request, response }) => ({
      request: { ...request, headers: headerPairs(request.headers) },
      response: { ...response, headers: headerPairs(response.headers) },
    })),
  };
}
