import type { Finding } from "../check/finding.js";
import type { CheckReport } from "../check/report.js";
import type { Exchange } from "../exchange/exchange.js";
import { type RedactionOptions, redaction } from "./redacted-exchange.js";
import { secretRemover } from "./secret-text.js";

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
