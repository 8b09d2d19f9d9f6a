import { type Contract, loadContract } from "content-service-contract";
import { counted, visibleText } from "content-service-contract/text";
import { coverageText } from "../coverage/coverage-table.js";
import { baselineLines } from "./baseline.js";
import { failureSections } from "./failure-text.js";
import { safeReport } from "./redacted-report.js";
import type { CheckReport, CheckResult } from "./report.js";
import { createTerminalText, type Part, type TerminalText } from "./terminal-text.js";
import { countOutcomes, formatDuration, verdictOf } from "./verdict.js";

/** Options of `summaryText`. */
export interface SummaryOptions {
  /** Whether to use terminal colors. @default false */
  readonly color?: boolean | undefined;
  /** The line width. @default 100 */
  readonly width?: number | undefined;
  /** The contract that the hints come from. @default the contract of the client */
  readonly contract?: Contract | undefined;
}

/**
 * Writes a report for a terminal: operations, failed checks with their findings, errored and skipped checks, records not
 * cleaned up, coverage, and the verdict as the last line.
 */
export function summaryText(
  checked: CheckReport,
  { color = false, width = 100, contract }: SummaryOptions = {},
): string {
  const report = safeReport(checked, contract);
  const text = createTerminalText({ color, width: Math.max(40, width) });
  const baseline = baselineLines(report);
  const sections = [
    [text.line(`${report.subject}, ${counted(report.exchanges, "exchange")} in ${formatDuration(report.durationMs)}`)],
    operationLines(report, text),
    ...failureSections(report.checks, text, () => contract ?? loadContract()),
    reasonLines("Errored", report.checks, "errored", text),
    reasonLines("Skipped", report.checks, "skipped", text),
    baseline.length === 0
      ? []
      : [text.line(["warn", "Baseline"]), ...baseline.flatMap((line) => text.wrap(line, "  "))],
    report.leftBehind.length === 0
      ? []
      : [text.line(["warn", "Not cleaned up"]), ...report.leftBehind.flatMap((what) => text.wrap(what, "  "))],
    slowLines(report, text),
    [coverageText(report.coverage), ...verdictLines(report, text)],
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;
}

const MAX_REASONS = 30;

function slowLines({ slowTails = [] }: CheckReport, text: TerminalText): string[] {
  const lines = slowTails.map(({ operation, calls, medianMs, p99Ms }) => {
    const [median, p99] = [medianMs, p99Ms].map(formatDuration);
    return text.line(
      `  ${operation}: 1 % of ${counted(calls, "call")} took ${p99} or longer, half took up to ${median}`,
    );
  });
  return lines.length === 0 ? [] : [text.line(["warn", "Slow tails"]), ...lines];
}

function operationLines({ checks, source }: CheckReport, text: TerminalText): string[] {
  // In traffic, operations without calls are one reason below.
  const listed = checks.filter(({ outcome, accepted }) => source === "check" || outcome !== "skipped" || accepted);
  const operations = [...new Set(listed.map(({ operation }) => operation))];
  const rows = operations.map((operation) => {
    const counts = countOutcomes(checks.filter((check) => check.operation === operation));
    return { name: visibleText(operation ?? "no operation", { oneLine: true }), counts };
  });
  const widest = Math.max(0, ...rows.map(({ name }) => name.length));
  return rows.map(({ name, counts: { passed, failed, errored, skipped } }) => {
    const counts: Part[] = [
      ...(failed > 0 ? [["bad", `${failed} failed`] as const] : []),
      ...(errored > 0 ? [["warn", `${errored} errored`] as const] : []),
      ...(passed > 0 ? [`${passed} passed`] : []),
      ...(skipped > 0 ? [["soft", `${skipped} skipped`] as const] : []),
    ];
    const mark: Part =
      failed > 0 ? ["bad", "✗"] : errored > 0 ? ["warn", "!"] : passed === 0 ? ["soft", "○"] : ["good", "✓"];
    return text.line(
      mark,
      ` ${name.padEnd(widest)}  `,
      ...counts.flatMap((one, index) => (index > 0 ? [", ", one] : [one])),
    );
  });
}

function reasonLines(
  title: string,
  checks: readonly CheckResult[],
  outcome: CheckResult["outcome"],
  text: TerminalText,
): string[] {
  const titles = new Map<string, string[]>();
  for (const check of checks.filter((one) => one.outcome === outcome && !one.accepted)) {
    const reason = check.reason ?? "No reason given.";
    const known = titles.get(reason) ?? [];
    known.push(check.title);
    titles.set(reason, known);
  }
  if (titles.size === 0) return [];
  const left = titles.size - MAX_REASONS;
  return [
    text.line(["warn", title]),
    ...[...titles]
      .slice(0, MAX_REASONS)
      .flatMap(([reason, [first = "", ...others]]) => [
        ...text.wrap(reason, "  "),
        ...text.wrap(`${first}${others.length > 0 ? `, and ${counted(others.length, "more check")}` : ""}`, "    "),
      ]),
    ...(left > 0 ? [`  … and ${counted(left, "more reason")}`] : []),
  ];
}

function verdictLines(report: CheckReport, text: TerminalText): string[] {
  const { outcome, title, sentence } = verdictOf(report);
  return text.titled(({ passed: "good", failed: "bad", unknown: "warn" } as const)[outcome], `${title}.`, sentence);
}
