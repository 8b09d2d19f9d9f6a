import {
  type Contract,
  type Exchange,
  isJsonObject,
  type Json,
  pointer,
  segmentsOf,
  valueAt,
} from "content-service-contract";
import { headerPairs } from "content-service-contract/redaction";
import { counted, cutText, formatCount, oneLine, visibleText } from "content-service-contract/text";
import { html } from "hono/html";
import { bodyLines, jsonLines } from "../body-lines.js";
import { curlCommand } from "../failure-text.js";
import { type FindingGroup, groupFindings, placeLines, requestLine } from "../finding-groups.js";
import { groupBy } from "../group-by.js";
import { type CheckResult, RULES } from "../report.js";
import { filterData } from "./filter.js";

export interface PlacedGroup extends FindingGroup {
  readonly anchor: string;
}

/** Groups findings by the operation that violates the contract, and limits how many groups are shown in full. */
export function placeGroups(checks: readonly CheckResult[]): PlacedGroup[] {
  const groups = groupBy(groupFindings(checks), ({ operation }) => operation);
  return [...groups.values()].flat().map((group, index) => ({
    ...group,
    anchor: index < MAX_FULL ? `violation-${index + 1}` : "more-violations",
  }));
}

const MAX_FULL = 60;

/** The operations with a violation, and those of the checks that found it. */
export function operationsOf({ places, checked }: FindingGroup): (string | undefined)[] {
  return [...places.map(({ operation }) => operation), ...checked];
}

/** The violations by the operation of their first place: the first in full, and a count of the rest. */
export function violations(groups: readonly PlacedGroup[], contract: Contract) {
  const full = groupBy(groups.slice(0, MAX_FULL), ({ operation }) => operation);
  const rest = groups.slice(MAX_FULL);
  const found = formatCount(rest.reduce((sum, { count }) => sum + count, 0));
  return html`<section aria-labelledby="violations"><h2 id="violations">Violations</h2>
${[...full].map(
  ([operation, own]) => html`<div data-group><h3>${operation === undefined ? "No operation" : oneLine(operation)}</h3>
${own.map((group) => violation(group, contract))}</div>`,
)}
${
  rest.length > 0 &&
  html`<p id="more-violations">${counted(rest.length, "more violation")}, found ${found} times, in the JSON report.</p>`
}</section>`;
}

function violation(group: PlacedGroup, contract: Contract) {
  const { first, rule, count, anchor, checks } = group;
  const places = placeLines(group);
  const facts = Object.entries({
    ...(Object.hasOwn(RULES, rule) ? { "Rule passes if": prose(RULES[rule]) } : {}),
    "Found by": checks.map((one) => oneLine(one)).join("; "),
    "In the exchange": html`<code>${oneLine(first.at)}</code>`,
    ...(places.length > 0
      ? { Places: html`<ul class="reasons">${places.map((place) => html`<li>${oneLine(place)}</li>`)}</ul>` }
      : {}),
    "In the contract": html`<code>${oneLine(group.contract)}</code>`,
    "Reproduce with": html`<code>${visibleText(curlCommand(group), { oneLine: true })}</code>`,
  });
  const data = filterData({ operations: operationsOf(group), rules: [rule], outcomes: ["failed"] });
  return html`<article class="violation" id="${anchor}" aria-labelledby="${anchor}-title" ${data}>
<p class="rule"><span class="badge">${oneLine(rule)}</span>
${count > 1 && html`<span class="quiet">${counted(count, "place")}; this is the first</span>`}</p>
<h4 id="${anchor}-title">${oneLine(first.message)}</h4>
<dl class="pointers">${facts.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
<div class="sides">${excerpt(contract, group.contract)}${exchangeView(first.exchange, first.at)}</div>
</article>`;
}

function excerpt(contract: Contract, at: string) {
  const found = contractExcerpt(contract, at, { maxLines: 24 });
  if (found === undefined) return html`<p class="quiet">The contract has no such place.</p>`;
  const { description, lines } = found;
  return html`<div><h5>Contract</h5>
${description !== undefined && html`<blockquote>${prose(cutText(visibleText(description), 1_000))}</blockquote>`}
<pre>${lines.map(({ text, kind }) => line(kind === "invalid" ? "marked" : kind, cutText(visibleText(text), 400)))}</pre></div>`;
}

/** Quotes the contract at a pointer, with the place marked as `invalid`, and the nearest description at the place or above. */
export function contractExcerpt({ document }: Contract, at: string, { maxLines }: { readonly maxLines: number }) {
  const value = valueAt(document, at);
  if (value === undefined) return undefined;
  const segments = segmentsOf(at);
  const keyword = isJsonObject(value) ? undefined : segments.at(-1);
  const owner = keyword === undefined ? segments : segments.slice(0, -1);
  const shown = withoutProse(valueAt(document, pointer("", ...owner)) ?? null, keyword);
  const name = owner.at(-1) ?? "document";
  const path = keyword === undefined ? undefined : [name, keyword];
  return {
    lines: jsonLines({ [name]: shown }, { path, maxLines, maxDepth: 4 }),
    description: descriptionNear(document, segments),
  };
}

const PROSE = new Set(["description", "summary", "example", "examples", "x-assumed", "x-requirement"]);

/** The description stands apart. */
function withoutProse(value: Json, keyword: string | undefined): Json {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => key === keyword || !PROSE.has(key)));
}

function descriptionNear(document: Json, segments: readonly string[]): string | undefined {
  for (let length = segments.length; length > 0; length -= 1) {
    const node = valueAt(document, pointer("", ...segments.slice(0, length)));
    const description = isJsonObject(node) ? node["description"] : undefined;
    // A property named `description` is a schema.
    if (typeof description === "string") return description;
  }
  return undefined;
}

function prose(text: string) {
  return text.split("`").map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
}

function exchangeView({ request, response }: Exchange, at: string) {
  const [side, part, ...rest] = segmentsOf(at);
  const of = (which: string) => (side === which ? { part, rest } : undefined);
  return html`<div>
${message("Request", requestLine({ request, response }), request, of("request"))}
${message("Response", `${response.status}`, response, of("response"))}</div>`;
}

const MAX_HEADERS = 30;
const MAX_BODY = { maxLines: 20, maxLineCharacters: 200 };
const START_PARTS = new Set<string | undefined>(["method", "path", "query", "status", "url"]);

/** A message. `violated` is its part with the violation, and the path from there. */
function message(
  title: string,
  start: string,
  { headers, body }: Pick<Exchange["response"], "headers" | "body">,
  { part, rest }: { readonly part?: string | undefined; readonly rest: readonly string[] } = { rest: [] },
) {
  const inBody = part === "body";
  const lines = body ? bodyLines(body, { ...MAX_BODY, invalidAt: inBody ? pointer("", ...rest) : undefined }) : [];
  // When the whole body is invalid, only its first line is marked in words.
  const first = lines.findIndex(({ kind }) => kind === "invalid");
  const wrongHeader = part === "headers" || part === "header" ? rest[0]?.toLowerCase() : undefined;
  const pairs = headerPairs(headers);
  const isWrong = ([name]: readonly [string, string]) => name.toLowerCase() === wrongHeader;
  const left = pairs.length - MAX_HEADERS;
  return html`<div class="message"><h5>${title}</h5>
<pre>${[
    line(START_PARTS.has(part) ? "wrong" : "start", start),
    ...pairs.slice(0, MAX_HEADERS).map((pair) => {
      const [name, value] = pair.map((text) => oneLine(text, 300));
      return line(isWrong(pair) ? "wrong" : "plain", html`<span class="name">${name}:</span> ${value}`);
    }),
    left > 0 && line("omitted", `… ${counted(left, "more header")}`),
    wrongHeader !== undefined && !pairs.some(isWrong) && line("missing", `${oneLine(wrongHeader, 300)}: …`),
    lines.length > 0 && line("plain", " "),
    ...lines.map(({ kind, text }, index) =>
      line(kind === "invalid" ? "wrong" : kind, visibleText(text), kind !== "invalid" || index === first),
    ),
    lines.length === 0 && inBody && line("missing", "(no body)"),
  ]}</pre></div>`;
}

const TAGS: Readonly<Record<string, string>> = { wrong: "← here", missing: "← missing" };

/** One line. A violation is marked with words as well as with color. */
function line(kind: string, content: unknown, hasTag = true) {
  const tag = hasTag ? TAGS[kind] : undefined;
  return html`<span class="l ${kind}">${content}${tag && html` <span class="tag">${tag}</span>`}\n</span>`;
}
