import { oneLine } from "content-service-contract/text";
import { html } from "hono/html";
import type { FindingGroup } from "../finding-groups.js";
import type { CheckReport } from "../report.js";
import { OUTCOMES } from "../verdict.js";

/** Filters by operation, rule and outcome, and a search. They show only where scripts run. */
export function filterForm({ checks }: CheckReport, groups: readonly FindingGroup[]) {
  const operations = [...checks, ...groups.flatMap(({ places }) => places)].map(({ operation }) => nameOf(operation));
  const choices = {
    Operation: operations,
    Rule: groups.map(({ rule }) => rule),
    Outcome: OUTCOMES.filter((outcome) => checks.some((check) => check.outcome === outcome)),
  };
  return html`<search class="filter" aria-label="Filter this report" hidden>
${Object.entries(choices).map(
  ([name, values]) => html`<label><span>${name}</span><select name="${name.toLowerCase()}"><option value="">all</option>
${[...new Set<string>(values)].map((value) => html`<option value="${value}">${value}</option>`)}</select></label>`,
)}
<label><span>Search</span><input type="search" name="search" autocomplete="off"></label>
<output class="quiet"></output>
</search>`;
}

/** The attributes that the filter reads, each a list of values. */
export function filterData(values: {
  readonly operations: readonly (string | undefined)[];
  readonly rules?: readonly string[];
  readonly outcomes: readonly string[];
}) {
  const list = (of: readonly string[] = []) => [...new Set(of)].join("\n");
  const operations = list(values.operations.map(nameOf));
  return html`data-operation="${operations}" data-rule="${list(values.rules)}" data-outcome="${list(values.outcomes)}"`;
}

export function nameOf(operation: string | undefined): string {
  return operation === undefined ? "no operation" : oneLine(operation, 80);
}

/** The only script of the page. It hides what does not match, and headings without anything below them. */
export const filterScript = `
const filter=document.querySelector(".filter");
const items=[...document.querySelectorAll("[data-outcome]")].map((one)=>({one,text:one.textContent.toLowerCase()}));
const apply=()=>{
const value=(name)=>filter.querySelector("[name="+name+"]").value;
const words=value("search").toLowerCase().split(/\\s+/);
const fits=(one)=>["operation","rule","outcome"].every((name)=>value(name)===""||one.dataset[name].split("\\n").includes(value(name)));
for(const {one,text} of items)one.hidden=!(fits(one)&&words.every((word)=>text.includes(word)));
for(const group of document.querySelectorAll("[data-group]"))group.hidden=!group.querySelector("[data-outcome]:not([hidden])");
const all=document.querySelectorAll("article[data-rule]");
filter.querySelector("output").textContent=[...all].filter((one)=>!one.hidden).length+" of "+all.length+" causes shown";
};
if(filter){filter.hidden=false;filter.addEventListener("input",apply);apply()}
`;
