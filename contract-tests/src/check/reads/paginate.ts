import { isJsonObject, pointer } from "content-service-contract";
import type { ConductRule } from "../../report/report.js";
import type { Entry } from "../principles/trace.js";
import type { Session } from "../session/check.js";
import type { Asked, List, Page, Scheme } from "./list-pages.js";

/** A violation of a list, and the page that shows it. */
export interface ListViolation {
  readonly rule: ConductRule;
  readonly message: string;
  /** JSON pointer to the violated statement of the contract. */
  readonly contract: string;
  readonly at: string;
  readonly page: Page;
}

/** All entries of a list, the violation that stopped the pagination, or `rejected` when a page was an error response. */
export type PagesRead =
  | {
      readonly kind: "whole";
      readonly entries: readonly Entry[];
      /** Those of the entries. */
      readonly ids: readonly string[];
      readonly last: Page;
      /** Whether the last page is the end of the list. */
      readonly isComplete: boolean;
    }
  | { readonly kind: "violation"; readonly violation: ListViolation }
  | { readonly kind: "rejected" };

/** Reads a list page by page to its end, or at most `most` pages of it. */
export async function paginate(
  session: Session,
  list: List,
  scheme: Scheme,
  limit: number,
  most = Number.POSITIVE_INFINITY,
): Promise<PagesRead> {
  const entries: Entry[] = [];
  const found = new Set<string>();
  const markers = new Set<string>();
  let asked: Asked = scheme === "offset" ? { limit, offset: 0 } : { limit };
  let before: Page | undefined;
  let emptyPages = 0;
  for (let pages = 1; ; pages += 1) {
    const page = await list.page(session, scheme, asked);
    if (page === undefined) return { kind: "rejected" };
    const violation = pageViolation(list, page) ?? repetition(list, scheme, before, page) ?? twice(list, found, page);
    if (violation !== undefined) return { kind: "violation", violation };
    for (const [index, id] of page.entries.entries()) {
      const value = page.records[index] ?? null;
      const record = isJsonObject(value) ? value : { value };
      entries.push({ id, record, exchange: page.exchange, at: pointer("/entries", index) });
      found.add(id);
    }
    const next = nextOf(scheme, page);
    if (next === undefined || pages >= most) {
      return { kind: "whole", entries, ids: [...found], last: page, isComplete: next === undefined };
    }
    emptyPages = page.entries.length === 0 ? emptyPages + 1 : 0;
    const repeated = next.marker !== undefined && markers.has(next.marker);
    if (repeated || emptyPages >= MOST_EMPTY_PAGES || pages >= MOST_PAGES) {
      const message = repeated ? "to return each marker once; received one twice" : `to end; received ${pages} pages`;
      return {
        kind: "violation",
        violation: violationOf(list, "list-ends", message, `/response/body/${wayOn(scheme)}`, page),
      };
    }
    if (next.marker !== undefined) markers.add(next.marker);
    before = page;
    asked = { limit, ...next };
  }
}

/** The violation of a single page. */
export function pageViolation(list: List, page: Page): ListViolation | undefined {
  const { asked, entries, limit, offset, totalCount } = page;
  const most = Math.min(asked.limit ?? list.defaultLimit ?? list.maximumLimit, list.maximumLimit);
  const wanted = asked.limit === undefined ? "no limit" : `the limit ${asked.limit}`;
  if (entries.length > most) {
    const message = `to return at most ${most} entries for ${wanted}; received ${entries.length}`;
    return violationOf(list, "limit-respected", message, "/response/body/entries", page);
  }
  if (limit !== undefined && (limit > most || entries.length > limit)) {
    const message = `to return its limit for ${wanted}; received \`limit\` ${limit} with ${entries.length} entries`;
    return violationOf(list, "limit-respected", message, "/response/body/limit", page);
  }
  const reached = (asked.offset ?? 0) + entries.length;
  if (totalCount !== undefined && entries.length > 0 && totalCount < reached) {
    const message = `to return a \`total_count\` of at least ${reached}; received ${totalCount}`;
    return violationOf(list, "list-complete", message, "/response/body/total_count", page);
  }
  if (asked.offset !== undefined && offset !== undefined && offset !== asked.offset) {
    const message = `to start at offset ${asked.offset}; received \`offset\` ${offset}`;
    return violationOf(list, "offset-respected", message, "/response/body/offset", page);
  }
  return undefined;
}

/** Creates a violation. `expected` ends the sentence "Expected the operation …". */
export function violationOf(list: List, rule: ConductRule, expected: string, at: string, page: Page): ListViolation {
  const said: Partial<Record<ConductRule, string>> = {
    "limit-respected": "limit",
    "marker-respected": "marker",
    "offset-respected": "offset",
  };
  const name = said[rule];
  const contract = name === undefined ? `${list.operation.pointer}/x-paging` : list.pointerOf(name);
  return { rule, message: `Expected ${list.operation.id} ${expected}`, contract, at, page };
}

/** Give up on a longer list. */
const MOST_PAGES = 1000;

/** Concurrent deletes can empty a page, so give up only after several empty pages in a row. */
const MOST_EMPTY_PAGES = 10;

/** The same page twice shows that the marker or offset has no effect. */
function repetition(list: List, scheme: Scheme, before: Page | undefined, page: Page): ListViolation | undefined {
  const same = before !== undefined && page.entries.length > 0 && sameEntries(before.entries, page.entries);
  if (!same) return undefined;
  const rule = scheme === "marker" ? "marker-respected" : "offset-respected";
  return violationOf(
    list,
    rule,
    `to return another page for another ${scheme}; received the same`,
    "/response/body/entries",
    page,
  );
}

function twice(list: List, found: ReadonlySet<string>, page: Page): ListViolation | undefined {
  const seen = new Set<string>();
  for (const [index, entry] of page.entries.entries()) {
    if (found.has(entry) || seen.has(entry)) {
      const at = `/response/body/entries/${index}`;
      return violationOf(
        list,
        "list-without-duplicates",
        `to return each entry once; received ${entry} twice`,
        at,
        page,
      );
    }
    seen.add(entry);
  }
  return undefined;
}

function nextOf(scheme: Scheme, { asked, entries, limit, totalCount, nextMarker }: Page): Asked | undefined {
  if (scheme === "marker") return nextMarker === undefined ? undefined : { marker: nextMarker };
  const offset = (asked.offset ?? 0) + (limit ?? entries.length);
  return totalCount === undefined || offset >= totalCount ? undefined : { offset };
}

function wayOn(scheme: Scheme): string {
  return scheme === "marker" ? "next_marker" : "total_count";
}

export function sameEntries(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((entry, index) => entry === other[index]);
}
