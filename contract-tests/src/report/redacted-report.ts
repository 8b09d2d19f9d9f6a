import { type Contract, type Exchange, loadContract } from "content-service-contract";
import { createRedaction, type Redaction, type RedactionOptions } from "content-service-contract/redaction";
import type { CheckReport, Finding, ResourceReport } from "./report.js";

/**
 * Copies a report without secrets: the given ones, and those that `redactedExchange` finds in any of its exchanges. Idempotent.
 */
export function redactedReport(
  report: CheckReport,
  secrets: readonly string[] = [],
  { contract }: RedactionOptions = {},
): CheckReport {
  return withRedaction(report, createRedaction(contract, { secrets }));
}

/** Copies a report without the secrets of a run, and without those of its own exchanges. */
export function withRedaction(report: CheckReport, { learn, redact, text }: Redaction): CheckReport {
  const all = report.checks.flatMap(({ findings }) => findings.map(({ exchange }) => exchange));
  for (const exchange of new Set(all)) learn(exchange);
  // Findings that share an exchange share the redacted one.
  const done = new Map<Exchange, ReturnType<typeof redact>>();
  const finding = (found: Finding): Finding => {
    const { exchange, clean } = done.get(found.exchange) ?? redact(found.exchange);
    done.set(found.exchange, { exchange, clean });
    return { ...found, message: text(clean(found.message)), at: text(clean(found.at)), exchange };
  };
  const resource = ({ collection, operations }: ResourceReport): ResourceReport => ({
    collection,
    operations: operations.map((one) => ({ ...one, problem: one.problem && text(one.problem) })),
  });
  return {
    ...report,
    // Without the user of an address.
    subject: text(report.subject.replace(/^([a-z][a-z\d+.-]*:\/\/)[^/?#@]*@/i, "$1")),
    checks: report.checks.map((check) => ({
      ...check,
      title: text(check.title),
      reason: check.reason && text(check.reason),
      findings: check.findings.map(finding),
    })),
    leftBehind: report.leftBehind.map(text),
    ...(report.trace === undefined
      ? {}
      : { trace: report.trace.map((one) => ({ ...one, exchange: redact(one.exchange).exchange })) }),
    resources: report.resources?.map(resource),
    notes: report.notes?.map(text),
  };
}

export function safeReport(report: CheckReport, contract: Contract = loadContract()): CheckReport {
  const before = done.get(report);
  if (before?.contract === contract) return before.safe;
  const safe = redactedReport(report, [], { contract });
  done.set(report, { contract, safe });
  return safe;
}

const done = new WeakMap<CheckReport, { readonly contract: Contract; readonly safe: CheckReport }>();
