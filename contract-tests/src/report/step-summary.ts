import { groupFindings } from "./finding-groups.js";
import { safeReport } from "./redacted-report.js";
import type { CheckReport } from "./report.js";
import { countOutcomes, formatDuration, verdictOf } from "./verdict.js";
import { counted, cutText, visibleText } from "./visible-text.js";

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
