import { type Contract, loadContract } from "content-service-contract";
import { counted, formatCount, visibleText } from "content-service-contract/text";
import { coverageText } from "../coverage/coverage.js";
import { baselineLines } from "./baseline.js";
import { failureSections } from "./failure-text.js";
import { groupBy } from "./group-by.js";
import { safeReport } from "./redacted-report.js";
import type { CheckReport } from "./report.js";
import { isWhole, resourceLines } from "./resource-lines.js";
import { createTerminalText, type Part, type TerminalText } from "./terminal-text.js";
import { countOutcomes, formatDuration, leftOutLines, notChecked, verdictOf } from "./verdict.js";

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
 * Writes a report for a terminal: what was not checked and why, operations, failed checks with their findings, records not
 * cleaned up, coverage, and the verdict at the end.
 */
export function summaryText(
  checked: CheckReport,
  { color = false, width = 100, contract }: SummaryOptions = {},
): string {
  const report = safeReport(checked, contract);
  const text = createTerminalText({ color, width: Math.max(40, width) });
  const wrapped = (lines: readonly string[]) => lines.flatMap((line) => text.wrap(line, "  "));
  const shard = report.shard === undefined ? "" : `, shard ${report.shard.index}/${report.shard.total}`;
  const extent = `${counted(report.exchanges, "exchange")} in ${formatDuration(report.durationMs)}`;
  const { outcome, title, sentence } = verdictOf(report);
  const tone = ({ passed: "good", failed: "bad", unknown: "warn" } as const)[outcome];
  const { resources = [] } = report;
  const whole = `${resources.filter(isWhole).length} of ${resources.length}`;
  const sections = [
    [text.line(`${report.subject}${shard}, ${extent}`)],
    notCheckedLines(report, text),
    operationLines(report, text),
    titled(`Inferred resources: all operations worked on ${whole}`, wrapped(resourceLines(report)), text),
    ...failureSections(report, text, () => contract ?? loadContract()),
    titled("Baseline", wrapped(baselineLines(report)), text),
    titled("Not cleaned up", wrapped(leftBehindLines(report)), text),
    titled("Slow tails", slowLines(report, text), text),
    (report.notes ?? []).flatMap((note) => text.wrap(note, "")),
    [...leftOutLines(report), coverageText(report.coverage), ...text.titled(tone, `${title}.`, sentence)],
  ];
  const shown = sections.filter((lines) => lines.length > 0).map((lines) => lines.join("\n"));
  return `${shown.join("\n\n")}\n`;
}

const MAX_REASONS = 30;

/** Lines below a title, if there are any. */
function titled(title: string, lines: readonly string[], text: TerminalText): string[] {
  return lines.length === 0 ? [] : [text.line(["warn", title]), ...lines];
}

/** What is left of one operation is one line. */
function leftBehindLines({ leftBehind }: CheckReport): string[] {
  return [...groupBy(leftBehind, (one) => one.replace(/(?<=^A record of [^:]+: ).*$/s, ""))].map(([what, all]) => {
    const ids = [...new Set(all.map((one) => one.slice(what.length)))].filter((id) => id !== "");
    const more = ids.length > MAX_IDS ? ` and ${ids.length - MAX_IDS} more` : "";
    return `${all.length === 1 ? "" : `${all.length} × `}${what}${ids.slice(0, MAX_IDS).join(", ")}${more}`;
  });
}

const MAX_IDS = 10;

function slowLines({ slowTails = [] }: CheckReport, text: TerminalText): string[] {
  return slowTails.map(({ operation, calls, medianMs, p99Ms }) => {
    const [median, p99] = [medianMs, p99Ms].map(formatDuration);
    return text.line(
      `  ${operation}: 1 % of ${counted(calls, "call")} took ${p99} or longer, half took up to ${median}`,
    );
  });
}

function operationLines({ checks, source }: CheckReport, text: TerminalText): string[] {
  // In traffic, operations without calls are one reason below.
  const listed = checks.filter(({ outcome, accepted }) => source === "check" || outcome !== "skipped" || accepted);
  const rows = [...new Set(listed.map(({ operation }) => operation))].map((operation) => {
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
    const listed = counts.flatMap((one, index) => (index > 0 ? [", ", one] : [one]));
    return text.line(mark, ` ${name.padEnd(widest)}  `, ...listed);
  });
}

function notCheckedLines({ checks }: CheckReport, text: TerminalText): string[] {
  const groups = notChecked(checks);
  const count = groups.reduce((sum, group) => sum + group.checks.length, 0);
  const left = groups.length - MAX_REASONS;
  const lines = groups.slice(0, MAX_REASONS).flatMap(({ reason, outcome, checks: same }) => {
    const operations = [...new Set(same.map(({ operation }) => operation ?? "no operation"))];
    const [only] = same.length === 1 ? same : [];
    const names = operations.length > 3 ? counted(operations.length, "operation") : operations.join(", ");
    return text.wrap(`${formatCount(same.length)} ${outcome}: ${reason} (${only?.title ?? names})`, "  ");
  });
  const rest = left > 0 ? [`  … and ${counted(left, "more reason")}`] : [];
  return titled(`Not checked: ${formatCount(count)} of ${counted(checks.length, "check")}`, [...lines, ...rest], text);
}
