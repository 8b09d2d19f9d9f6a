import { counted, cutText, formatCount, oneLine, visibleText } from "content-service-contract/text";
import { coverageText } from "../coverage/coverage.js";
import { causeLines, type FindingGroup, groupFindings, operationsText } from "./finding-groups.js";
import { safeReport } from "./redacted-report.js";
import type { CheckReport } from "./report.js";
import { countOutcomes, formatDuration, notChecked, verdictOf } from "./verdict.js";

/** Options of `annotations`. */
export interface AnnotationOptions {
  /** The contract's file, relative to the repository root. @default annotations without a file */
  readonly file?: string | undefined;
  /** The maximum number of annotations. @default 50 */
  readonly max?: number | undefined;
}

/**
 * Writes a report as workflow commands, one line for each cause and each check that errored. Empty when all
 * checks passed or were skipped.
 */
export function annotations(checked: CheckReport, { file, max = 50 }: AnnotationOptions = {}): string {
  const report = safeReport(checked);
  const all = [
    ...groupFindings(report.checks).map((group) => command(file, titleOf(group), causeLines(group).join("\n"))),
    ...report.checks
      .filter(({ outcome }) => outcome === "errored")
      .map(({ title, reason }) => command(undefined, "Check errored", `${title}: ${reason ?? ""}`)),
  ];
  const left = all.length - max;
  const rest = left > 0 ? [command(file, "More findings", `${formatCount(left)} more in the report`)] : [];
  return [...all.slice(0, max), ...rest].map((line) => `${line}\n`).join("");
}

const MAX_MESSAGE_CHARACTERS = 2_000;

function titleOf(group: FindingGroup): string {
  const { rule, count } = group;
  return `${operationsText(group)}: ${rule}${count > 1 ? ` (${counted(count, "place")})` : ""}`;
}

function command(file: string | undefined, title: string, message: string): string {
  const properties = [...(file === undefined ? [] : [`file=${property(file)}`]), `title=${property(title)}`];
  return `::error ${properties.join(",")}::${data(cutText(visibleText(message), MAX_MESSAGE_CHARACTERS))}`;
}

function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(visibleText(text)).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

/** Writes a short Markdown summary for the file in `$GITHUB_STEP_SUMMARY`. */
export function stepSummary(checked: CheckReport): string {
  const report = safeReport(checked);
  const { title, sentence } = verdictOf(report);
  const groups = groupFindings(report.checks);
  const gaps = notChecked(report.checks);
  const { passed, failed, skipped, errored } = countOutcomes(report.checks);
  const rows = groups.slice(0, MAX_ROWS).map((group) => {
    const { rule, count, first, contract } = group;
    return `| ${text(operationsText(group))} | ${text(rule)} | ${count} | ${text(first.message)} | ${text(contract)} |`;
  });
  const table = ["| operation | rule | places | first finding | in the contract |", "| --- | --- | ---: | --- | --- |"];
  const more = groups.length - rows.length;
  return [
    `## ${title}`,
    "",
    sentence,
    "",
    `${text(report.subject)}, ${formatDuration(report.durationMs)}, ${counted(report.exchanges, "exchange")}.`,
    `${coverageText(report.coverage)}`,
    "",
    "| passed | failed | skipped | errored |",
    "| ---: | -------: | ------: | -----: |",
    `| ${passed} | ${failed} | ${skipped} | ${errored} |`,
    ...(gaps.length === 0 ? [] : ["", "Not checked:", ""]),
    ...gaps.slice(0, MAX_ROWS).map(({ reason, outcome, checks }) => `- ${checks.length} ${outcome}: ${text(reason)}`),
    ...(rows.length === 0 ? [] : ["", ...table, ...rows]),
    ...(more > 0 ? ["", `${formatCount(more)} more in the other reports.`] : []),
    ...(report.leftBehind.length > 0 ? ["", "Not cleaned up:", ""] : []),
    ...report.leftBehind.slice(0, MAX_ROWS).map((what) => `- ${text(what)}`),
    "",
  ].join("\n");
}

const MAX_ROWS = 20;

function text(foreign: string): string {
  return oneLine(foreign, 200)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replace(/[\\`*_{}[\]()#+!|~@:.]/g, (character) => `&#${character.charCodeAt(0)};`);
}
