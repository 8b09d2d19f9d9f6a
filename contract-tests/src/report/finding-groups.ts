import type { Exchange } from "content-service-contract";
import { counted, cutText, formatCount, oneLine } from "content-service-contract/text";
import type { CheckResult, Finding } from "./report.js";

/** Findings with one cause: the same rule, expectation and response, in any operation. */
export interface FindingGroup {
  /** The operation of the first finding. */
  readonly operation: string | undefined;
  readonly rule: Finding["rule"];
  /** JSON pointer into the bundled contract. */
  readonly contract: string;
  readonly first: Finding;
  readonly count: number;
  /** The operations with the findings, that of the first one first. */
  readonly places: readonly Place[];
  /** The titles of a few checks with these findings. */
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
  const groups = new Map<string, { found: Finding[]; checks: Set<CheckResult> }>();
  for (const check of results) {
    for (const finding of check.findings) {
      const cause = causeOf(finding);
      const group = groups.get(cause) ?? { found: [], checks: new Set() };
      groups.set(cause, group);
      group.found.push(finding);
      group.checks.add(check);
    }
  }
  return [...groups.values()].flatMap(({ found, checks }) => {
    const [first] = found;
    if (first === undefined) return [];
    const { operation, rule, contract } = first;
    return {
      ...{ operation, rule, contract, first, count: found.length, places: placesOf(found) },
      checks: [...checks].slice(0, MAX_LISTED).map(({ title }) => title),
      checked: [...new Set([...checks].map((check) => check.operation))],
    };
  });
}

const MAX_LISTED = 5;

/** What the findings of one cause have in common. */
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

/** What a request tried, in a message such as `Expected a 4xx response for an invalid limit; received 200`. */
const TRIED = / (?:for|to accept) (?:(?! for ).)*; received/s;

function placesOf(found: readonly Finding[]): Place[] {
  const places = new Map<string | undefined, { count: number; about: Set<string> }>();
  for (const { operation, message, at } of found) {
    const place = places.get(operation) ?? { count: 0, about: new Set() };
    places.set(operation, place);
    place.count += 1;
    const [tried] = TRIED.exec(message.slice(0, MAX_MESSAGE)) ?? [];
    const about = tried?.replace(/^ (?:for|to accept) |; received$/g, "") ?? at.replace(/\/\d+(?=\/|$)/g, "/*");
    if (place.about.size < MAX_LISTED && about !== "/response/status") place.about.add(about);
  }
  return [...places].map(([operation, { count, about }]) => ({ operation, count, about: [...about] }));
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

/** The operations of a cause, and the number of its places when there are several. */
export function operationsText({ places: [first, ...others] }: FindingGroup): string {
  const name = first?.operation ?? "no operation";
  return others.length === 0 ? name : `${name} and ${counted(others.length, "other operation")}`;
}

/** The method and URL of a request, on one line. */
export function requestLine({ request }: Exchange): string {
  return oneLine(`${request.method} ${request.url ?? request.path}`, MAX_CHARACTERS);
}

const MAX_CHARACTERS = 300;
