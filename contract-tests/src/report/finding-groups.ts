import type { Exchange } from "content-service-contract";
import { counted, cutText, formatCount, oneLine } from "content-service-contract/text";
import { groupBy } from "./group-by.js";
import type { CheckResult, Finding } from "./report.js";

/** Findings with one cause: the same rule, expectation and response, in any operation. */
export interface FindingGroup {
  readonly operation: string | undefined;
  readonly rule: Finding["rule"];
  /** JSON pointer into the bundled contract. */
  readonly contract: string;
  readonly first: Finding;
  readonly count: number;
  /** The operations with the findings, that of the first one first. */
  readonly places: readonly Place[];
  readonly checks: readonly string[];
  /** The operations of all these checks, which may call other operations. */
  readonly checked: readonly (string | undefined)[];
}

/** The findings of one cause in an operation. */
export interface Place {
  readonly operation: string | undefined;
  readonly count: number;
  /** What a few of the findings are about: the tried value, or a pointer into the exchange. */
  readonly about: readonly string[];
}

/** Groups findings by cause, in the order of their first findings. */
export function groupFindings(results: readonly CheckResult[]): FindingGroup[] {
  const all = results.flatMap((check) => check.findings.map((finding) => ({ finding, check })));
  return [...groupBy(all, ({ finding }) => causeOf(finding)).values()].flatMap((group): FindingGroup[] => {
    const found = group.map(({ finding }) => finding);
    const checks = [...new Set(group.map(({ check }) => check))];
    const [first] = found;
    if (first === undefined) return [];
    const { operation, rule, contract } = first;
    const titles = checks.slice(0, MAX_LISTED).map(({ title }) => title);
    const checked = [...new Set(checks.map((check) => check.operation))];
    const places = placesOf(found);
    return [{ operation, rule, contract, first, count: found.length, places, checks: titles, checked }];
  });
}

const MAX_LISTED = 5;

export function causeOf({ rule, operation = "", contract, message, at, exchange }: Finding): string {
  const isStatus = at === "/response/status";
  // A service that fails does not come as far as to judge the request.
  if (isStatus && exchange.response.status >= 500) return `${exchange.response.status}`;
  const general = message
    .slice(0, MAX_MESSAGE)
    .replaceAll(operation, "")
    .replace(TRIED, "; received")
    .replace(/ at \/\S*/g, (pointer) => ` at ${pointer.split("/").findLast((segment) => !/^\d+$/.test(segment))}`)
    .replace(/"[^"]*"/g, "*")
    // Ids and counts differ, statuses do not.
    .replace(/[\w-]*\d[\w-]*/g, (word) => (/^[1-5](?:\d\d|xx)$/.test(word) ? word : "*"));
  // Operations share a schema.
  return JSON.stringify([rule, general, !isStatus && contract.startsWith("/components/") ? contract : ""]);
}

/** The beginning of a message tells its cause. */
const MAX_MESSAGE = 500;

/** What a request tried, in a message such as `Expected a 4xx response for an invalid query parameter limit (too long); received 200`. */
const TRIED = / (?:for|to accept) (?:(?! for ).)*; received/s;

function placesOf(found: readonly Finding[]): Place[] {
  return [...groupBy(found, ({ operation }) => operation)].map(([operation, own]) => {
    const about = new Set(own.map(subjectOf).filter((one) => one !== "/response/status"));
    return { operation, count: own.length, about: [...about].slice(0, MAX_LISTED) };
  });
}

function subjectOf({ message, at }: Finding): string {
  const [tried] = TRIED.exec(message.slice(0, MAX_MESSAGE)) ?? [];
  return tried?.replace(/^ (?:for|to accept) |; received$/g, "") ?? at.replace(/\/\d+(?=\/|$)/g, "/*");
}

/** The places of a cause, a line for each operation; empty for a single finding. */
export function placeLines({ places, count }: FindingGroup): string[] {
  if (count === 1) return [];
  const lines = places.slice(0, MAX_PLACES).map(({ operation, count: found, about }) => {
    const name = `${operation ?? "no operation"} (${formatCount(found)})`;
    const listed = about.length < MAX_LISTED ? about : [...about, "…"];
    return cutText([name, ...(about.length > 0 ? [listed.join(", ")] : [])].join(": "), MAX_CHARACTERS);
  });
  const left = places.slice(MAX_PLACES);
  const found = left.reduce((sum, one) => sum + one.count, 0);
  const rest = `… and ${counted(left.length, "more operation")} (${formatCount(found)})`;
  return left.length > 0 ? [...lines, rest] : lines;
}

const MAX_PLACES = 12;

/** The first finding of a cause, and the places of all, a line each. */
export function causeLines(group: FindingGroup): string[] {
  const { message, at, exchange } = group.first;
  return [
    message,
    `${requestLine(exchange)} returned ${exchange.response.status}`,
    `In the exchange: ${at}`,
    `In the contract: ${group.contract}`,
    ...placeLines(group),
  ];
}

/** The operations of a cause, and the number of its places when there are several. */
export function operationsText({ places: [first, ...others] }: FindingGroup): string {
  const name = first?.operation ?? "no operation";
  return others.length === 0 ? name : `${name} and ${counted(others.length, "other operation")}`;
}

export function requestLine({ request }: Exchange): string {
  return oneLine(`${request.method} ${request.url ?? request.path}`, MAX_CHARACTERS);
}

const MAX_CHARACTERS = 300;
