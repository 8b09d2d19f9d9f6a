import type { Contract } from "../contract/contract.js";
import { loadContract } from "../contract/load-contract.js";
import type { Exchange } from "../exchange/exchange.js";
import { type RedactionOptions, redaction } from "../redaction/redacted-exchange.js";
import { secretRemover } from "../redaction/secret-text.js";
import type { CheckReport, Finding } from "./report.js";

/**
 * Copies a report without secrets: those of each exchange, as `redactedExchange` finds them, and those given, wherever
 * they stand. Meant as the last step before a report leaves the process. Doing it twice changes nothing more.
 */
export function redactedReport(
  report: CheckReport,
  secrets: readonly string[] = [],
  options: RedactionOptions = {},
): CheckReport {
  const clean = secretRemover(secrets);
  // Many findings may show the same exchange, and stay cheap to keep when they go on doing so.
  const done = new Map<Exchange, ReturnType<typeof redaction>>();
  const finding = (found: Finding): Finding => {
    const redacted = done.get(found.exchange) ?? redaction(found.exchange, secrets, options);
    done.set(found.exchange, redacted);
    const { message, at } = found;
    return { ...found, message: redacted.clean(message), at: redacted.clean(at), exchange: redacted.exchange };
  };
  return {
    ...report,
    subject: clean(withoutUser(report.subject)),
    checks: report.checks.map((check) => ({
      ...check,
      title: clean(check.title),
      ...(check.reason === undefined ? {} : { reason: clean(check.reason) }),
      findings: check.findings.map(finding),
    })),
    leftBehind: report.leftBehind.map(clean),
  };
}

function withoutUser(subject: string): string {
  return subject.replace(/^([a-z][a-z\d+.-]*:\/\/)[^/?#@]*@/i, "$1");
}

/** The report without what can be told to be a secret: what every writer of a report begins with. Done once for all of them. */
export function safeReport(report: CheckReport, contract: Contract = loadContract()): CheckReport {
  const before = done.get(report);
  if (before?.contract === contract) return before.safe;
  const safe = redactedReport(report, [], { contract });
  done.set(report, { contract, safe });
  return safe;
}

const done = new WeakMap<CheckReport, { readonly contract: Contract; readonly safe: CheckReport }>();
