import type { Contract } from "../contract/contract.js";
import { loadContract } from "../contract/load-contract.js";
import { coverageText } from "../coverage/coverage-table.js";
import { counted, cutText, formatCount, visibleText } from "../exchange/visible-text.js";
import { contractExcerpt } from "./contract-excerpt.js";
import { type FindingGroup, groupFindings, requestLine } from "./finding-groups.js";
import { safeReport } from "./redacted-report.js";
import type { CheckReport, CheckResult } from "./report.js";
import { countOutcomes, formatDuration, verdictOf } from "./verdict.js";

/** Options of `summaryText`. */
export interface SummaryOptions {
  /** Whether to use terminal colors. @default false */
  readonly color?: boolean | undefined;
  /** The line width. @default 100 */
  readonly width?: number | undefined;
  /** The contract to quote. @default the contract of the client */
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
  const sections = [
    [text.line(`${report.subject}, ${counted(report.exchanges, "exchange")} in ${formatDuration(report.durationMs)}`)],
    operationLines(report, text),
    ...violationSections(report, text, contract),
    reasonLines("Errored", report.checks, "errored", text),
    reasonLines("Skipped", report.checks, "skipped", text),
    report.leftBehind.length === 0
      ? []
      : [text.paint("warn", "Not cleaned up"), ...report.leftBehind.flatMap((what) => text.wrap(what, "  "))],
    [coverageText(report.coverage), verdictLine(report, text)],
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;
}

const MAX_GROUPS = 100;
const MAX_REASONS = 30;

function operationLines({ checks }: CheckReport, text: TerminalText): string[] {
  const operations = [...new Set(checks.map(({ operation }) => operation))];
  const rows = operations.map((operation) => {
    const counts = countOutcomes(checks.filter((check) => check.operation === operation));
    return { name: visibleText(operation ?? "no operation", { oneLine: true }), counts };
  });
  const widest = Math.max(0, ...rows.map(({ name }) => name.length));
  return rows.map(({ name, counts: { passed, failed, errored, skipped } }) => {
    const parts = [
      ...(failed > 0 ? [text.paint("bad", `${failed} failed`)] : []),
      ...(errored > 0 ? [text.paint("warn", `${errored} errored`)] : []),
      ...(passed > 0 ? [`${passed} passed`] : []),
      ...(skipped > 0 ? [text.paint("soft", `${skipped} skipped`)] : []),
    ];
    const mark =
      failed > 0
        ? text.paint("bad", "✗")
        : errored > 0 || passed === 0
          ? text.paint("warn", "-")
          : text.paint("good", "✓");
    return `${mark} ${name.padEnd(widest)}  ${parts.join(", ")}`;
  });
}

function violationSections({ checks }: CheckReport, text: TerminalText, given: Contract | undefined): string[][] {
  const failed = checks.filter(({ outcome }) => outcome === "failed");
  if (failed.length === 0) return [];
  const contract = given ?? loadContract();
  const sections: string[][] = [];
  let left = MAX_GROUPS;
  for (const check of failed) {
    const groups = groupFindings([check]);
    const shown = groups.slice(0, Math.max(0, left));
    left -= groups.length;
    if (shown.length === 0) continue;
    sections.push([
      ...text.wrap(check.title, "").map((line) => text.paint("bad", line)),
      ...shown.flatMap((group) => groupLines(group, text, contract)),
    ]);
  }
  return left < 0 ? [...sections, [`… and ${formatCount(-left)} more in the other reports.`]] : sections;
}

function groupLines(group: FindingGroup, text: TerminalText, contract: Contract): string[] {
  const { first, count, rule, otherPlaces } = group;
  const excerpt = contractExcerpt(contract, group.contract, { maxLines: 8 });
  const places = count > 1 ? ` (${formatCount(count)} times)` : "";
  const others =
    otherPlaces.length > 0
      ? `, also at ${otherPlaces.slice(0, 2).join(", ")}${otherPlaces.length > 2 ? ", …" : ""}`
      : "";
  return [
    ...text.wrap(`${rule}${places}: ${first.message}`, "  "),
    ...text.labelled("request", `${requestLine(first.exchange)} → ${first.exchange.response.status}`),
    ...text.labelled("at", `${first.at}${others}`),
    ...text.labelled("contract", group.contract),
    ...(excerpt === undefined ? [] : excerpt.lines.flatMap((line) => text.quote(line.text, line.marked))),
    ...(excerpt === undefined || excerpt.linesLeft === 0 ? [] : text.quote(`… ${excerpt.linesLeft} more lines`, false)),
    ...(excerpt?.description === undefined ? [] : text.labelled("meaning", excerpt.description)),
  ];
}

function reasonLines(
  title: string,
  checks: readonly CheckResult[],
  outcome: CheckResult["outcome"],
  text: TerminalText,
): string[] {
  const titles = new Map<string, string[]>();
  for (const check of checks.filter((one) => one.outcome === outcome)) {
    const reason = check.reason ?? "No reason given.";
    const known = titles.get(reason) ?? [];
    known.push(check.title);
    titles.set(reason, known);
  }
  if (titles.size === 0) return [];
  const left = titles.size - MAX_REASONS;
  return [
    text.paint("warn", title),
    ...[...titles]
      .slice(0, MAX_REASONS)
      .flatMap(([reason, [first = "", ...others]]) => [
        ...text.wrap(reason, "  "),
        ...text.wrap(`${first}${others.length > 0 ? `, and ${counted(others.length, "more check")}` : ""}`, "    "),
      ]),
    ...(left > 0 ? [`  … and ${counted(left, "more reason")}`] : []),
  ];
}

function verdictLine(report: CheckReport, text: TerminalText): string {
  const { outcome, title, sentence } = verdictOf(report);
  return `${text.paint(({ passed: "good", failed: "bad", unknown: "warn" } as const)[outcome], `${title}.`)} ${sentence}`;
}

/** Formats text for a terminal: control characters are escaped, and every line fits. */
export interface TerminalText {
  paint(tone: Tone, text: string): string;
  /** One line. */
  line(text: string): string;
  /** Indented lines. */
  wrap(text: string, indent: string): string[];
  /** Lines in a column after a label. */
  labelled(label: string, text: string): string[];
  /** A line of the contract. Marked lines are highlighted and not cut. */
  quote(text: string, marked: boolean): string[];
}

export type Tone = "good" | "bad" | "warn" | "soft" | "strong";

export function createTerminalText({
  color,
  width,
}: {
  readonly color: boolean;
  readonly width: number;
}): TerminalText {
  const paint = (tone: Tone, text: string) => (color ? `\u001b[${CODES[tone]}m${text}\u001b[0m` : text);
  const line = (text: string, room = width) => {
    const visible = visibleText(text, { oneLine: true });
    return visible.length <= room ? visible : `${visible.slice(0, room - 1)}…`;
  };
  const wrap = (text: string, indent: string) => {
    const limited = cutText(visibleText(text, { oneLine: true }), MAX_CHARACTERS);
    return fold(limited, width - indent.length).map((part) => `${indent}${part}`);
  };
  return {
    paint,
    line,
    wrap,
    labelled: (label, text) =>
      wrap(text, " ".repeat(COLUMN)).map((part, index) =>
        index === 0 ? `    ${paint("soft", label.padEnd(COLUMN - 4))}${part.slice(COLUMN)}` : part,
      ),
    quote: (text, marked) => {
      const indent = " ".repeat(COLUMN);
      const room = width - COLUMN - 2;
      if (!marked) return [`${indent}${paint("soft", `| ${line(text, room).trimEnd()}`)}`];
      const limited = cutText(visibleText(text, { oneLine: true }), MAX_CHARACTERS);
      const lead = /^ */.exec(limited)?.[0] ?? "";
      const parts = fold(limited.slice(lead.length), room - lead.length);
      return parts.map((part) => `${indent}${paint("strong", `> ${lead}${part}`)}`);
    },
  };
}

const CODES: Readonly<Record<Tone, string>> = { good: "32", bad: "31", warn: "33", soft: "2", strong: "1" };

const COLUMN = 13;
const MAX_CHARACTERS = 1_000;

/** Breaks at spaces, and within excerpt longer than a line. */
function fold(text: string, room: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    let rest = word;
    if (line !== "" && line.length + 1 + rest.length > room) {
      lines.push(line);
      line = "";
    }
    while (rest.length > room) {
      lines.push(rest.slice(0, room));
      rest = rest.slice(room);
    }
    line = line === "" ? rest : `${line} ${rest}`;
  }
  return [...lines, line];
}
