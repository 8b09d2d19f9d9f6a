import { cutText, formatCount } from "content-service-contract/text";
import { causeLines, causeOf, type FindingGroup, groupFindings } from "./finding-groups.js";
import { groupBy } from "./group-by.js";
import { safeReport } from "./redacted-report.js";
import type { CheckReport, CheckResult } from "./report.js";
import { countOutcomes } from "./verdict.js";

/**
 * Writes a report as JUnit XML: a suite for each operation, a case for each check. A failed check is a `failure`, one
 * that errored an `error`. The first check that finds a cause has all of its places. Times are in seconds.
 */
export function junitReport(checked: CheckReport): string {
  const report = safeReport(checked);
  const causes = new Map(groupFindings(report.checks).map((group) => [causeOf(group.first), group]));
  const suites = groupBy(report.checks, ({ operation }) => operation ?? UNKNOWN);
  const shard = report.shard === undefined ? "" : `, shard ${report.shard.index}/${report.shard.total}`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name=${quoted(`Contract of ${report.subject}${shard}`)} ${totals(report.checks, report.durationMs)}>`,
    ...[...suites].flatMap(([name, checks]) => suiteLines(name, checks, report.startedAt, causes)),
    "</testsuites>",
    "",
  ].join("\n");
}

const UNKNOWN = "(no operation)";

const MAX_TEXT_CHARACTERS = 20_000;
const MAX_GROUPS = 50;

type Causes = ReadonlyMap<string, FindingGroup>;

function suiteLines(name: string, checks: readonly CheckResult[], startedAt: string, causes: Causes): string[] {
  const durationMs = checks.reduce((sum, check) => sum + check.durationMs, 0);
  // The format has no fractions and no time zone; readers assume UTC.
  const timestamp = startedAt.replace(/(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/, "");
  const { skipped } = countOutcomes(checks);
  return [
    `  <testsuite name=${quoted(name)} ${totals(checks, durationMs)} skipped="${skipped}" timestamp=${quoted(timestamp)}>`,
    ...checks.flatMap((check) => caseLines(name, check, causes)),
    "  </testsuite>",
  ];
}

function totals(checks: readonly CheckResult[], durationMs: number): string {
  const { failed, errored } = countOutcomes(checks);
  return `tests="${checks.length}" failures="${failed}" errors="${errored}" time="${seconds(durationMs)}"`;
}

function caseLines(suite: string, check: CheckResult, causes: Causes): string[] {
  const attributes = `name=${quoted(check.title)} classname=${quoted(suite)} time="${seconds(check.durationMs)}"`;
  const inside = outcomeLines(check, causes);
  if (inside.length === 0) return [`    <testcase ${attributes}/>`];
  return [`    <testcase ${attributes}>`, ...inside, "    </testcase>"];
}

function outcomeLines(check: CheckResult, causes: Causes): string[] {
  const reason = quoted(cutText(check.reason ?? "No reason was given.", 1_000));
  if (check.outcome === "skipped") return [`      <skipped message=${reason}/>`];
  if (check.outcome === "errored") return [`      <error message=${reason} type="errored"/>`];
  if (check.outcome === "passed") return [];
  const groups = groupFindings([check]);
  const [first] = groups;
  const others = groups.length > 1 ? `, and ${formatCount(groups.length - 1)} more` : "";
  const message = quoted(`${cutText(first?.first.message ?? "Contract violation", 1_000)}${others}`);
  const text = groups.slice(0, MAX_GROUPS).map((group) => {
    const cause = causes.get(causeOf(group.first)) ?? group;
    const same = [group.first.message, `The same cause as of: ${cause.checks[0]}`];
    return `${group.rule}: ${(cause.first === group.first ? causeLines(cause) : same).join("\n  ")}`;
  });
  if (groups.length > MAX_GROUPS) text.push(`${formatCount(groups.length - MAX_GROUPS)} more`);
  const body = escaped(cutText(text.join("\n\n"), MAX_TEXT_CHARACTERS));
  return [`      <failure message=${message} type=${quoted(first?.rule ?? "failed")}>${body}</failure>`];
}

function seconds(durationMs: number): string {
  return (durationMs / 1_000).toFixed(3);
}

function quoted(text: string): string {
  // XML parsers read a literal line feed in an attribute as a space.
  return `"${escaped(text).replaceAll("\n", "&#10;").replaceAll("\t", "&#9;").replaceAll("\r", "&#13;")}"`;
}

function escaped(text: string): string {
  return text
    .replace(NOT_IN_XML, "\uFFFD")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** Characters outside of `Char` in XML 1.0, section 2.2, and the control characters that terminals obey. */
const NOT_IN_XML = /[^\t\n\r\u{20}-\u{7E}\u{A0}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
