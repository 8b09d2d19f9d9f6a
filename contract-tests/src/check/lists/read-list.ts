import type { Exchange, Json } from "content-service-contract";
import type { ConductRule } from "../../report/report.js";
import type { Session } from "../session/check.js";
import { expectSuccessIfKnown } from "../session/expectations.js";
import { type Asked, continues, type Entry, type List, nextOf, type Page, pageOf } from "./list.js";
import type { Position } from "./list-parameters.js";

export interface ListViolation {
  readonly rule: ConductRule;
  readonly message: string;
  readonly contract: string;
  readonly at: string;
  readonly exchange: Exchange;
}

export interface Reading {
  /** @default the first one of the list */
  readonly position?: Position | undefined;
  readonly limit?: number | undefined;
  /** Where the first page is. @default the start */
  readonly at?: Json | undefined;
  readonly most?: number | undefined;
}

/** What was read: all pages, or those up to an error response, a violation or the most pages. */
export interface PagesRead {
  readonly pages: readonly Page[];
  readonly entries: readonly Entry[];
  readonly ids: readonly string[];
  /** Whether the last page is the end of the list. */
  readonly isComplete: boolean;
  readonly violation: ListViolation | undefined;
  readonly exchange: Exchange;
  readonly last: Page | undefined;
  readonly isRejected: boolean;
}

/** Sends the request for a page. Undefined where the run does not permit it. */
export type SendPage = (list: List, position: Position | undefined, asked: Asked) => Promise<Exchange | undefined>;

/** Requests a page, which is expected where every id of the list is known, unless that is left open. */
export function sendIn(session: Session, isOpen = false): SendPage {
  return async (list, position, asked) => {
    const requestExample =
      asked.at === undefined ? undefined : list.operation.requestMedia?.examples.find(continues)?.name;
    const exchange = await session.call(list.operation.id, list.inputFor(position, asked), { requestExample });
    if (!isOpen) expectSuccessIfKnown(session, exchange, list.known);
    return exchange;
  };
}

/** Reads a list page by page to its end, or at most `most` pages of it. Undefined where the run does not permit a call. */
export async function readList(
  send: SendPage,
  list: List,
  { position = list.positions[0], limit, at, most = MOST_PAGES }: Reading = {},
): Promise<PagesRead | undefined> {
  const pages: Page[] = [];
  const entries: Entry[] = [];
  const places = new Set<string>();
  let asked: Asked = { limit, at: at ?? (position?.kind === "offset" && list.isDeclared ? 0 : undefined) };
  for (;;) {
    const exchange = await send(list, position, asked);
    if (exchange === undefined) return undefined;
    const page = pageOf(list, exchange, asked);
    const read = { pages, entries, exchange, last: page ?? pages.at(-1), isComplete: false, isRejected: false };
    const found = (violation?: ListViolation) => ({ ...read, ids: entries.map(({ id }) => id), violation });
    if (page === undefined) return { ...found(), isRejected: true };
    const wrong =
      pageViolation(list, page) ??
      promised(list, pages.at(-1), page) ??
      repetition(list, position, pages.at(-1), page) ??
      twice(list, entries, page);
    pages.push(page);
    entries.push(...page.entries);
    if (wrong !== undefined) return found(wrong);
    const next = nextOf(list, position, page, entries.length);
    if (next === undefined) {
      const isShort = page.entries.length < (limit ?? 1);
      const isWhole = position !== undefined || list.parameters.limit === undefined || isShort;
      return { ...found(), isComplete: isWhole };
    }
    const key = JSON.stringify(next);
    const isRepeated = places.has(key);
    places.add(key);
    const isEmpty = pages.slice(-MOST_EMPTY_PAGES).every((one) => one.entries.length === 0);
    if (isRepeated || (isEmpty && pages.length >= MOST_EMPTY_PAGES)) {
      const message = isRepeated
        ? "to return each marker once; received one twice"
        : `to end; received ${pages.length} pages`;
      return found(
        violationOf(list, "list-ends", message, position?.kind === "offset" ? "/total_count" : "/next_marker", page),
      );
    }
    if (pages.length >= most) return found();
    asked = next;
  }
}

/** Give up on a longer list. */
const MOST_PAGES = 1000;

/** Concurrent deletes can empty a page, so give up only after several empty pages in a row. */
const MOST_EMPTY_PAGES = 10;

export function pageViolation(list: List, page: Page): ListViolation | undefined {
  const { asked, entries, entriesAt, limit, offset, total } = page;
  const { byDefault = list.limits.maximum, maximum } = list.limits;
  const most = list.isDeclared
    ? Math.min(asked.limit ?? byDefault, maximum)
    : (asked.limit ?? Number.POSITIVE_INFINITY);
  const asking = asked.limit === undefined ? "no limit" : `the limit ${asked.limit}`;
  const { length } = entries;
  const reached = offset === undefined ? length : offset + length;
  const found = (rule: ConductRule, message: string, at: string) => violationOf(list, rule, message, at, page);
  if (length > most)
    return found("limit-respected", `to return at most ${most} entries for ${asking}; received ${length}`, entriesAt);
  if (limit !== undefined && (limit > most || length > limit)) {
    const received = `\`limit\` ${limit} with ${length} entries`;
    return found("limit-respected", `to return its limit for ${asking}; received ${received}`, "/limit");
  }
  if (list.isDeclared && total !== undefined && length > 0 && total < reached) {
    const expected = `to return a \`total_count\` of at least ${reached}`;
    return found("list-complete", `${expected}; received ${total}`, "/total_count");
  }
  const { pages } = page;
  const wanted = pages && total !== undefined ? Math.max(1, Math.ceil(total / pages.size)) : undefined;
  if (pages !== undefined && wanted !== undefined && Math.max(1, pages.count) !== wanted) {
    const told = `${total} entries in pages of ${pages.size}`;
    return found("list-complete", `to say that ${told} are ${wanted} pages; received ${pages.count}`, entriesAt);
  }
  if (offset !== undefined && typeof asked.at === "number" && offset !== asked.at)
    return found("offset-respected", `to start at offset ${asked.at}; received \`offset\` ${offset}`, "/offset");
  return undefined;
}

/** Creates a violation. `expected` ends the sentence "Expected the operation …"; `at` is a place in the body. */
type Seen = Pick<Page, "exchange">;
export function violationOf(list: List, rule: ConductRule, expected: string, at: string, { exchange }: Seen) {
  const [, name] = /^(limit|marker|offset)-respected$/.exec(rule) ?? [];
  const contract = name === undefined ? `${list.operation.pointer}/x-paging` : list.pointerOf(name);
  // Where the contract says how a list is paged, the members of its pages have these names.
  const isNamed = list.isDeclared || !/^\/(total_count|(next|prev)_marker|limit|offset)$/.test(at);
  const place = `/response/body${isNamed ? at : ""}`;
  return { rule, message: `Expected ${list.operation.id} ${expected}`, contract, at: place, exchange };
}

/** Nothing after a page that says that there is more. */
function promised(list: List, before: Page | undefined, page: Page): ListViolation | undefined {
  if (before?.hasMore !== true || page.entries.length > 0) return undefined;
  return violationOf(list, "list-ends", "to say on its last page that there is no more; received no entries", "", page);
}

/** The same page twice shows that the marker or offset has no effect. */
function repetition(list: List, position: Position | undefined, before: Page | undefined, page: Page) {
  if (before === undefined || page.ids.length === 0 || !sameEntries(before.ids, page.ids)) return undefined;
  const kind = position?.kind ?? "page";
  const rule =
    kind === "offset" ? "offset-respected" : kind === "marker" ? "marker-respected" : "list-without-duplicates";
  return violationOf(list, rule, `to return another page for another ${kind}; received the same`, page.entriesAt, page);
}

function twice(list: List, before: readonly Entry[], page: Page): ListViolation | undefined {
  const seen = new Set(before.map(({ id }) => id));
  for (const { id, at } of page.entries) {
    if (seen.has(id))
      return violationOf(list, "list-without-duplicates", `to return each entry once; received ${id} twice`, at, page);
    seen.add(id);
  }
  return undefined;
}

export function sameEntries(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((entry, index) => entry === other[index]);
}
