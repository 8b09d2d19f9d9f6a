import { type FindingGroup, groupFindings, requestLine } from "./finding-groups.js";
import { safeReport } from "./redacted-report.js";
import type { CheckReport } from "./report.js";
import { countOutcomes, formatDuration, verdictOf } from "./verdict.js";
import { counted, cutText, visibleText } from "./visible-text.js";

/** What annotations refer to. */
export interface AnnotationOptions {
  /** The file of the contract, as a path from the root of the repository. Without it annotations name no file. */
  readonly file?: string | undefined;
  /** How many findings are annotated one by one. @default 50 */
  readonly max?: number | undefined;
}

/**
 * Writes a report as workflow commands, a line each: one for every group of findings, and one for every check that
 * could not be carried out. Empty when there is nothing to say.
 */
export function annotations(checked: CheckReport, { file, max = 50 }: AnnotationOptions = {}): string {
  const report = safeReport(checked);
  const all = [
    ...groupFindings(report.checks).map((group) => command("error", file, titleOf(group), textOf(group))),
    ...report.checks
      .filter(({ outcome }) => outcome === "errored")
      .map(({ title, reason }) => command("error", undefined, "Could not be carried out", `${title}: ${reason ?? ""}`)),
  ];
  const left = all.length - max;
  const rest =
    left > 0 ? [command("error", file, "More findings", `and ${counted(left, "other")}, see the report`)] : [];
  return [...all.slice(0, max), ...rest].map((line) => `${line}\n`).join("");
}

const MAX_MESSAGE_CHARACTERS = 2_000;

function titleOf({ operation, rule, count }: FindingGroup): string {
  return `${operation ?? "no operation"}: ${rule}${count > 1 ? ` (${counted(count, "place")})` : ""}`;
}

function textOf({ contract, first: { message, at, exchange } }: FindingGroup): string {
  return [
    message,
    `${requestLine(exchange)} was answered with ${exchange.response.status}`,
    `In the exchange: ${at}`,
    `In the contract: ${contract}`,
  ].join("\n");
}

function command(level: "error", file: string | undefined, title: string, message: string): string {
  const properties = [...(file === undefined ? [] : [`file=${property(file)}`]), `title=${property(title)}`];
  return `::${level} ${properties.join(",")}::${data(cutText(visibleText(message), MAX_MESSAGE_CHARACTERS))}`;
}

/** What follows the second pair of colons ends with the line. */
function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

/** A property ends with a comma or with a pair of colons, too. */
function property(text: string): string {
  return data(visibleText(text)).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

/** Writes a short summary in Markdown, for the file that `$GITHUB_STEP_SUMMARY` names. */
export function stepSummary(checked: CheckReport): string {
  const report = safeReport(checked);
  const { title, sentence } = verdictOf(report);
  const groups = groupFindings(report.checks);
  const { passed, failed, skipped, errored } = countOutcomes(report.checks);
  const { covered, documented, percent } = report.coverage;
  const rows = groups
    .slice(0, MAX_ROWS)
    .map(
      ({ operation, rule, count, first, contract }) =>
        `| ${text(operation ?? "none")} | ${text(rule)} | ${count} | ${text(first.message)} | ${text(contract)} |`,
    );
  const more = groups.length - rows.length;
  return [
    `## ${title}`,
    "",
    sentence,
    "",
    `${text(report.subject)}, ${formatDuration(report.durationMs)}, ${counted(report.exchanges, "exchange")}.`,
    `Coverage ${percent} %: ${covered} of ${documented} documented things seen.`,
    "",
    "| passed | failed | skipped | errored |",
    "| ---: | -------: | ------: | -----: |",
    `| ${passed} | ${failed} | ${skipped} | ${errored} |`,
    ...(rows.length === 0
      ? []
      : [
          "",
          "| operation | rule | places | first of them | in the contract |",
          "| --- | --- | ---: | --- | --- |",
          ...rows,
        ]),
    ...(more > 0 ? ["", `And ${counted(more, "other")}.`] : []),
    ...(report.leftBehind.length > 0 ? ["", "Left behind:", ""] : []),
    ...report.leftBehind.slice(0, MAX_ROWS).map((what) => `- ${text(what)}`),
    "",
  ].join("\n");
}

const MAX_ROWS = 20;

/** A foreign text as nothing but text: no markup, no links, no end of the table cell. */
function text(foreign: string): string {
  const line = cutText(visibleText(foreign, { oneLine: true }), 200);
  return line
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replace(/[\\`*_{}[\]()#+!|~@:.]/g, (character) => `&#${character.charCodeAt(0)};`);
}
