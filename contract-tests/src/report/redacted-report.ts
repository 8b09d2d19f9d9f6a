import { type Contract, type Exchange, loadContract } from "content-service-contract";
import { type RedactionOptions, redaction, secretRemover } from "content-service-contract/redaction";
import type { CheckReport, Finding } from "./report.js";

/**
 * Copies a report without secrets: the given ones, and those that `redactedExchange` finds in each exchange. Idempotent.
 */
export function redactedReport(
  report: CheckReport,
  secrets: readonly string[] = [],
  options: RedactionOptions = {},
): CheckReport {
  const clean = secretRemover(secrets);
  // Findings that share an exchange share the redacted one.
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

/** The redacted report, computed once for all report formats. */
export function safeReport(report: CheckReport, contract: Contract = loadContract()): CheckReport {
  const before = done.get(report);
  if (before?.contract === contract) return before.safe;
  const safe = redactedReport(report, [], { contract });
  done.set(report, { contract, safe });
  return safe;
}

const done = new WeakMap<CheckReport, { readonly contract: Contract; readonly safe: CheckReport }>();
