import type { Contract } from "content-service-contract";
import { formatCount, oneLine } from "content-service-contract/text";
import { html } from "hono/html";
import { type CoverageRow, type Dimension, dimensions } from "../../coverage/coverage.js";
import { groupBy } from "../group-by.js";
import type { CheckReport, CheckResult } from "../report.js";
import { countOutcomes, OUTCOMES } from "../verdict.js";
import { filterData, nameOf } from "./filter.js";
import { operationsOf, type PlacedGroup } from "./violations.js";

export function operationTable(report: CheckReport, groups: readonly PlacedGroup[], contract: Contract) {
  const shown = dimensions.filter((one) => report.coverage.rows.some(({ counts }) => counts[one] !== undefined));
  return html`<section aria-labelledby="matrix" data-group><h2 id="matrix">Operations</h2>
<section class="sheet" aria-label="Operations, checks and coverage" tabindex="0">
<table class="matrix">
<caption class="hidden">For each operation: the outcomes of its checks, the violated rules, and the coverage of the contract.</caption>
<thead>
<tr><td colspan="3"></td><th class="group" scope="colgroup" colspan="${shown.length}">Coverage of the contract</th></tr>
<tr><th scope="col">Operation</th><th scope="col">Checks</th><th scope="col">Violations</th>
${shown.map((one) => html`<th class="dimension" scope="col">${HEADS[one]}</th>`)}</tr>
</thead>
<tbody>${rowsOf(report).map((row) => tableRow(row, shown, { report, groups, contract }))}</tbody>
</table>
</section>
${outcomeLegend(OUTCOMES, (outcome) => `check ${outcome}`)}
<ul class="legend">${SHADES.map(({ shade, words }) => html`<li><span class="swatch ${shade}"></span> ${words}</li>`)}</ul>
</section>`;
}

const HEADS: Readonly<Record<Dimension, string>> = {
  status: "Status",
  "media type": "Media",
  example: "Examples",
  "error code": "Codes",
  parameter: "Params",
  "request media type": "Sent media",
  "request example": "Sent examples",
  security: "Token",
};

type Row = { readonly operation: string | undefined; readonly counts: CoverageRow["counts"] };

function rowsOf({ coverage, checks }: CheckReport): Row[] {
  const known = new Set<string | undefined>(coverage.rows.map(({ operation }) => operation));
  const others = new Set(checks.map(({ operation }) => operation).filter((operation) => !known.has(operation)));
  return [...coverage.rows, ...[...others].map((operation) => ({ operation, counts: {} }))];
}

interface TableContext {
  readonly report: CheckReport;
  readonly groups: readonly PlacedGroup[];
  readonly contract: Contract;
}

function tableRow({ operation, counts }: Row, shown: readonly Dimension[], { report, groups, contract }: TableContext) {
  const checks = report.checks.filter((check) => check.operation === operation);
  const found = groups.filter((group) => operationsOf(group).includes(operation));
  const outcomes = countOutcomes(checks);
  const ended = OUTCOMES.filter((one) => outcomes[one] > 0);
  const known = contract.operations.find(({ id }) => id === operation);
  const title = known && html`title="${known.method.toUpperCase()} ${known.path}"`;
  // Names may break before capital letters.
  const [first = "", ...rest] = nameOf(operation).split(/(?<=[a-z])(?=[A-Z])/);
  return html`<tr ${filterData({ operations: [operation], rules: found.map(({ rule }) => rule), outcomes: ended })}>
<th scope="row" ${title}>${first}${rest.map((part) => html`<wbr>${part}`)}</th>
<td class="strip">${bar(checks.length, OUTCOMES, outcomes)} ${ended.map((one) => `${outcomes[one]} ${one}`).join(", ") || "none ran"}</td>
<td>${violatedRules(found, operation)}</td>
${shown.map((one) => {
  const { covered, documented } = counts[one] ?? {};
  if (covered === undefined || documented === undefined)
    return html`<td class="cell none"><span aria-hidden="true">–</span><span class="hidden">nothing documented</span></td>`;
  const { shade } = SHADES.find(({ least }) => covered / documented >= least) ?? { shade: "c0" };
  return html`<td class="cell ${shade}">${covered}/${documented}</td>`;
})}</tr>`;
}

const SHADES = [
  { shade: "c4", least: 1, words: "all covered" },
  { shade: "c3", least: 0.8, words: "most" },
  { shade: "c2", least: 0.5, words: "at least half" },
  { shade: "c1", least: Number.MIN_VALUE, words: "less than half" },
  { shade: "c0", least: 0, words: "none" },
];

const MAX_RULES = 12;

/** The violated rules, each a link to its first violation. Those of other operations, which a check called, have no count. */
function violatedRules(groups: readonly PlacedGroup[], operation: string | undefined) {
  if (groups.length === 0) return "none";
  const rules = [...groupBy(groups, ({ rule }) => rule)].slice(0, MAX_RULES);
  return html`<ul class="chips">${rules.map(([rule, same]) => {
    const own = same.flatMap(({ anchor, places }) =>
      places.filter((place) => place.operation === operation).map(({ count }) => ({ anchor, count })),
    );
    const [{ anchor } = { anchor: "violations" }] = [...own, ...same];
    const count = own.reduce((sum, one) => sum + one.count, 0);
    return html`<li><a class="chip" href="#${anchor}">✗ ${oneLine(rule, 60)}${count > 1 && ` ×${formatCount(count)}`}</a></li>`;
  })}</ul>`;
}

/** A bar with a part for each name, as wide as its count. */
export function bar<Name extends string>(total: number, names: readonly Name[], counts: Record<Name, number>) {
  let x = 0;
  const parts = names.map((name) => {
    x += counts[name];
    return html`<rect class="f-${name}" x="${x - counts[name]}" width="${counts[name]}" height="1"/>`;
  });
  return html`<svg viewBox="0 0 ${Math.max(total, 1)} 1" preserveAspectRatio="none" aria-hidden="true">${parts}</svg>`;
}

type Outcome = CheckResult["outcome"];

export function outcomeLegend(outcomes: readonly Outcome[], wordsOf: (outcome: Outcome) => string) {
  return html`<ul class="legend">${outcomes.map(
    (one) =>
      html`<li><svg viewBox="0 0 1 1" aria-hidden="true"><rect class="f-${one}" width="1" height="1"/></svg> ${wordsOf(one)}</li>`,
  )}</ul>`;
}
