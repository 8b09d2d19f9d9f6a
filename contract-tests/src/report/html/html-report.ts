import { createHash } from "node:crypto";
import { type Contract, loadContract } from "content-service-contract";
import { counted, formatCount, oneLine, visibleText } from "content-service-contract/text";
import { html, raw } from "hono/html";
import { baselineLines } from "../baseline.js";
import { groupBy } from "../group-by.js";
import { safeReport } from "../redacted-report.js";
import type { CheckReport } from "../report.js";
import { resourceLines } from "../resource-lines.js";
import { countOutcomes, formatDuration, notChecked, OUTCOMES, verdictOf } from "../verdict.js";
import { filterData, filterForm, filterScript } from "./filter.js";
import { bar, operationTable, outcomeLegend } from "./operation-table.js";
import { style } from "./style.js";
import { placeGroups, violations } from "./violations.js";

/** Options of `htmlReport`. */
export interface HtmlReportOptions {
  /** The contract to quote. @default the contract of the client */
  readonly contract?: Contract | undefined;
}

/**
 * Writes a report as one HTML page without external resources, with a light and a dark theme. Its script only filters.
 *
 * The page size is limited: findings are grouped, long bodies are cut, and omitted parts are counted.
 */
export function htmlReport(checked: CheckReport, { contract = loadContract() }: HtmlReportOptions = {}): string {
  const report = safeReport(checked, contract);
  const groups = placeGroups(report.checks);
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${verdictOf(report).title}: ${oneLine(report.subject, 200)}</title>
<style>${raw(style)}</style>
</head>
<body>
<main>
${overview(report)}
${report.checks.length > 0 && filterForm(report, groups)}
${groups.length > 0 && violations(groups, contract)}
${operationTable(report, groups, contract)}
${gaps(report)}
</main>
<footer>Secrets are replaced by [redacted]. The JSON report of this run is complete.</footer>
<script>${raw(filterScript)}</script>
</body>
</html>
`);
}

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Allows only the page's own style and script, whatever the service sent. */
const POLICY = [
  "default-src 'none'",
  `style-src ${hashOf(style)}`,
  `script-src ${hashOf(filterScript)}`,
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

function overview(report: CheckReport) {
  const { checks, coverage, shard, effects } = report;
  const { outcome, title, sentence } = verdictOf(report);
  const reasons = notChecked(checks).map(
    ({ reason, checks: same }) => `${oneLine(reason, 200)} (${counted(same.length, "check")})`,
  );
  const facts = Object.entries({
    [SUBJECTS[report.source]]: oneLine(report.subject),
    Started: html`<time datetime="${visibleText(report.startedAt)}">${timeText(report.startedAt)}</time>`,
    Duration: formatDuration(report.durationMs),
    Exchanges: formatCount(report.exchanges),
    ...(shard === undefined ? {} : { Shard: `${shard.index}/${shard.total}` }),
    ...(effects === undefined ? {} : { "Allowed changes": EFFECTS[effects] }),
  });
  const counts = countOutcomes(checks);
  const ended = OUTCOMES.filter((one) => counts[one] > 0);
  const { covered, documented, percent } = coverage;
  return html`<header class="verdict ${outcome}">
<div class="verdict-words"><span class="sign" aria-hidden="true">${SIGNS[outcome]}</span><div>
<h1>${title}</h1>
<p>${sentence}</p>
${
  reasons.length > 0 &&
  html`<p><a href="#not-checked">Not checked</a>: ${reasons.slice(0, 3).join("; ")}${reasons.length > 3 && "; …"}</p>`
}
</div></div>
<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
<div class="bars">
<div class="bar"><p>${counted(checks.length, "check")}</p>
${bar(checks.length, OUTCOMES, counts)}
${outcomeLegend(ended, (one) => `${formatCount(counts[one])} ${one}`)}</div>
<div class="bar"><p>Coverage ${percent}% <span class="quiet">of the contract</span></p>
${bar(documented, ["covered"], { covered })}
<ul class="legend"><li>${formatCount(covered)} covered, ${formatCount(documented - covered)} not covered</li></ul></div>
</div>
</header>`;
}

const SIGNS = { passed: "✓", failed: "✗", unknown: "!" } as const;
const SUBJECTS = { check: "Service", har: "Recorded traffic", proxy: "Traffic to" } as const;
const EFFECTS = { none: "none", undone: "only reversible", lasting: "all" } as const;

function timeText(iso: string): string {
  const parts = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?Z$/.exec(iso);
  return parts === null ? visibleText(iso, { oneLine: true }) : `${parts[1]} ${parts[2]} UTC`;
}

/** What the run did, and did not check: resources, errored and skipped checks, records not cleaned up, and uncovered parts of the contract. */
function gaps(report: CheckReport) {
  return [
    sentences("resources", "Resources", "What the run did with records of each resource:", resourceLines(report)),
    reasonList(report.checks),
    sentences("baseline", "Baseline", "What each entry of the baseline did:", baselineLines(report)),
    sentences("notes", "Notes", "What else there is to know about the run:", report.notes ?? []),
    sentences("left-behind", "Not cleaned up", "The run changed these and could not restore them:", report.leftBehind),
    notCovered(report.coverage.missing),
  ];
}

const MAX_LISTED = 50;

function listed<Item>(items: readonly Item[], what: string, show: (item: Item) => unknown) {
  const left = items.length - MAX_LISTED;
  return [
    ...items.slice(0, MAX_LISTED).map((item) => show(item)),
    left > 0 && html`<li class="quiet">… and ${counted(left, what)}</li>`,
  ];
}

function sentences(id: string, title: string, intro: string, lines: readonly string[]) {
  if (lines.length === 0) return "";
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
<div class="note">${intro}<ul>${listed(lines, "more", (line) => html`<li>${oneLine(line)}</li>`)}</ul></div></section>`;
}

function reasonList(checks: CheckReport["checks"]) {
  const groups = notChecked(checks);
  if (groups.length === 0) return "";
  return html`<section aria-labelledby="not-checked" data-group><h2 id="not-checked">Not checked</h2>
<ul class="reasons">${listed(
    groups,
    "other reason",
    ({ reason, outcome, checks: same }) =>
      html`<li ${filterData({
        operations: same.map(({ operation }) => operation),
        outcomes: same.map((check) => check.outcome),
      })}>${oneLine(reason)}
<details><summary class="quiet">${counted(same.length, "check")} ${outcome}</summary>
<ul>${listed(same, "other check", ({ title }) => html`<li>${oneLine(title)}</li>`)}</ul></details></li>`,
  )}</ul></section>`;
}

function notCovered(missing: CheckReport["coverage"]["missing"]) {
  const operations = groupBy(missing, ({ operation }) => operation);
  if (operations.size === 0) return "";
  return html`<section aria-labelledby="not-seen" data-group><h2 id="not-seen">Not covered</h2>
<p>Documented in the contract, but in no exchange of this run. These are not violations.</p>
${[...operations].map(
  ([operation, cells]) =>
    html`<details ${filterData({ operations: [operation], outcomes: [] })}>
<summary>${oneLine(operation)} <span class="quiet">${counted(cells.length, "part")}</span></summary>
<ul class="reasons">${[...groupBy(cells, ({ dimension }) => dimension)].map(
      ([dimension, same]) => html`<li>${dimension}: ${same.map(({ name }) => oneLine(name)).join(", ")}</li>`,
    )}</ul></details>`,
)}</section>`;
}
