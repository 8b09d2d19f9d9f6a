import { isJsonObject, stringAt } from "content-service-contract";
import type { Entry } from "../principles/trace.js";
import type { Session } from "../session/check.js";
import { isSuccess } from "../session/expectations.js";
import { isSorted } from "../session/value-order.js";
import { type Asked, type List, type Page, pageOf, type Scheme } from "./list-pages.js";
import { type ListViolation, type PagesRead, pageViolation, paginate, sameEntries, violationOf } from "./paginate.js";

/** The result of a comparison of pages. A list is `short` when it has too few entries for one. */
export type Compared = Exclude<PagesRead, { kind: "whole" }> | { readonly kind: "short" } | { readonly kind: "same" };

/** Reads pages of several sizes at several places, and compares each with its part of the whole list. */
export async function comparePositions(session: Session, list: List, scheme: Scheme): Promise<Compared> {
  const whole = await paginate(session, list, scheme, list.maximumLimit, MOST_LARGE_PAGES);
  if (whole.kind !== "whole") return whole;
  if (whole.ids.length < 2) return { kind: "short" };
  const found = unsorted(list, whole.entries, whole.last) ?? (await differing(session, list, scheme, whole));
  if (found === undefined) return { kind: "same" };
  if (found === "rejected") return { kind: "rejected" };
  if (found.rule === "list-order" && scheme === "marker" && whole.last.order.length === 0) {
    // Without sort keys, only a list that keeps its order between calls can be compared.
    const again = await paginate(session, list, scheme, list.maximumLimit, MOST_LARGE_PAGES);
    if (again.kind !== "whole" || !sameEntries(again.ids, whole.ids)) return { kind: "same" };
  }
  return { kind: "violation", violation: found };
}

/** A longer list is compared with its start. */
const MOST_LARGE_PAGES = 3;

type Whole = Extract<PagesRead, { kind: "whole" }>;
type Found = ListViolation | "rejected" | undefined;

function differing(session: Session, list: List, scheme: Scheme, whole: Whole): Promise<Found> {
  return scheme === "offset" ? offsetPages(session, list, whole) : markerPages(session, list, whole);
}

async function offsetPages(session: Session, list: List, whole: Whole): Promise<Found> {
  const { ids: entries, isComplete, last } = whole;
  const { length } = entries;
  const middle = Math.floor(length / 2);
  const atStart: [number, number][] = [
    [0, 2],
    [1, 1],
    [1, 2],
    [2, 2],
    [middle - 1, 3],
    [middle, 5],
  ];
  const atEnd: [number, number][] = [
    [length - 1, 1],
    [length - 1, 2],
    [length - 2, 2],
    [0, length - 1],
    [0, length],
    [0, length + 1],
    [length, 1],
    [length + 7, 2],
  ];
  for (const [offset, limit] of isComplete ? [...atStart, ...atEnd] : atStart) {
    if (offset < 0 || limit > list.maximumLimit) continue;
    const page = await list.page(session, "offset", { offset, limit });
    if (page === undefined) return "rejected";
    const expected = entries.slice(offset, offset + Math.min(limit, page.limit ?? limit));
    const wrong =
      pageViolation(list, page) ??
      unlike(list, "offset", page, { expected, entries }) ??
      countViolation(list, page, isComplete ? length : last.totalCount);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

async function markerPages(session: Session, list: List, whole: Whole): Promise<Found> {
  const { length } = whole.ids;
  const sizes: [size: number, most: number][] = [
    [1, 3],
    [2, 3],
    [3, 3],
  ];
  const several = Math.max(5, Math.ceil(length / 4) | 1);
  const atEnd = [several, length - 1, length, length + 1].map((size): [number, number] => [size, MOST_SMALL_PAGES]);
  for (const [limit, most] of whole.isComplete ? [...sizes, ...atEnd] : sizes) {
    if (limit > list.maximumLimit) continue;
    const wrong = await markerPagesOf(session, list, whole, { limit, most });
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

/** Enough for a service that returns less than the limit now and then. */
const MOST_SMALL_PAGES = 12;

/** Follows the markers from the first page on. A page may have fewer entries than its limit. */
async function markerPagesOf(
  session: Session,
  list: List,
  { ids: entries, isComplete }: Whole,
  { limit, most }: { readonly limit: number; readonly most: number },
): Promise<Found> {
  const pages: Page[] = [];
  let start = 0;
  for (let marker: string | undefined; pages.length < most; ) {
    const page = await list.page(session, "marker", { limit, marker });
    if (page === undefined) return "rejected";
    const expected = entries.slice(start, start + page.entries.length);
    const wrong = pageViolation(list, page) ?? unlike(list, "marker", page, { expected, entries });
    if (wrong !== undefined) return wrong;
    pages.push(page);
    start += page.entries.length;
    marker = page.nextMarker;
    if (marker !== undefined) continue;
    if (start >= entries.length || !isComplete) break;
    const message = `to return ${entries.length} entries in pages of ${limit}; received ${start}`;
    return violationOf(list, "list-complete", message, "/response/body/next_marker", page);
  }
  return limit === 2 ? otherMarkers(session, list, pages) : undefined;
}

/** Uses a marker twice and together with an offset, and follows the markers back. */
async function otherMarkers(session: Session, list: List, [first, second, third]: readonly Page[]): Promise<Found> {
  if (first?.prevMarker !== undefined) {
    const message = "to return no `prev_marker` on the first page; received one";
    return violationOf(list, "marker-respected", message, "/response/body/prev_marker", first);
  }
  const marker = first?.nextMarker;
  const offset = list.schemes.includes("offset") ? 0 : undefined;
  // A page by offset can have a marker too.
  const byOffset = offset === undefined ? undefined : await list.page(session, "offset", { offset: 2, limit: 2 });
  const same = byOffset !== undefined && sameEntries(byOffset.entries, second?.entries ?? []);
  const wanted: readonly (readonly [asked: Asked, page: Page | undefined, what: string])[] = [
    [{ marker }, second, "the same page for a marker that is used twice"],
    [
      { marker, limit: 1 },
      second && { ...second, entries: second.entries.slice(0, 1) },
      "the next entry for a marker with another limit",
    ],
    [{ marker, offset }, second, "the page of the marker when an offset is sent too"],
    [{ marker: same ? byOffset.nextMarker : undefined }, third, "the next page for the marker of a page by offset"],
    [{ marker: second?.prevMarker }, first, "the first page for the `prev_marker` of the second"],
    [{ marker: third?.prevMarker }, second, "the second page for the `prev_marker` of the third"],
  ];
  for (const [asked, expected, what] of wanted) {
    if (asked.marker === undefined || expected === undefined) continue;
    const exchange = await list.call(session, "marker", { limit: 2, ...asked });
    const page = pageOf(exchange, asked);
    if (page !== undefined && sameEntries(page.entries, expected.entries)) continue;
    if (page !== undefined || !isSuccess(exchange.response.status)) {
      return markerViolation(list, what, page ?? { ...expected, exchange });
    }
  }
  return undefined;
}

function markerViolation(list: List, what: string, page: Page): ListViolation {
  const { status } = page.exchange.response;
  const received = isSuccess(status) ? "received other entries" : `received ${status}`;
  const at = isSuccess(status) ? "/response/body/entries" : "/response/status";
  return violationOf(list, "marker-respected", `to return ${what}; ${received}`, at, page);
}

interface Part {
  readonly expected: readonly string[];
  /** The whole list, or its start. */
  readonly entries: readonly string[];
}

function unlike(list: List, scheme: Scheme, page: Page, { expected, entries }: Part): ListViolation | undefined {
  const received = page.entries;
  if (sameEntries(received, expected)) return undefined;
  const { limit, offset } = page.asked;
  const place = scheme === "offset" ? `at offset ${offset} with limit ${limit}` : `with limit ${limit}`;
  const violation = (rule: ListViolation["rule"], message: string) =>
    violationOf(list, rule, `${message} ${place}; received ${describe(received)}`, "/response/body/entries", page);
  if (new Set(received).size < received.length)
    return violation("list-without-duplicates", "to return each entry once");
  if (sameEntries(received.toSorted(), expected.toSorted())) {
    return violation("list-order", `to keep the order ${describe(expected)}`);
  }
  const start = entries.indexOf(received[0] ?? "");
  const elsewhere = start >= 0 && sameEntries(received, entries.slice(start, start + received.length));
  const rule = scheme === "offset" && (elsewhere || expected.length === 0) ? "offset-respected" : "list-complete";
  return violation(rule, `to return ${describe(expected)}`);
}

function describe(entries: readonly string[]): string {
  if (entries.length === 0) return "no entries";
  const rest = entries.length - SHOWN;
  return `${entries.slice(0, SHOWN).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

const SHOWN = 3;

function countViolation(list: List, page: Page, count: number | undefined): ListViolation | undefined {
  const { totalCount } = page;
  if (totalCount === undefined || count === undefined || totalCount === count) return undefined;
  const message = `to return the \`total_count\` ${count} at offset ${page.asked.offset}; received ${totalCount}`;
  return violationOf(list, "list-complete", message, "/response/body/total_count", page);
}

/** The violation of a list whose entries are not in the order that its pages name. */
function unsorted(list: List, entries: readonly Entry[], page: Page): ListViolation | undefined {
  const [key] = page.order;
  if (!isJsonObject(key)) return undefined;
  const by = stringAt(key, "by") ?? "";
  const direction = stringAt(key, "direction") ?? "";
  if (by === "") {
    return violationOf(list, "list-order", "to name its sort key; received none", "/response/body/order/0/by", page);
  }
  const values = entries.flatMap(({ record }) => record[by] ?? []);
  if (!/^(asc|desc)/i.test(direction) || isSorted(values, /^desc/i.test(direction))) return undefined;
  const message = `to sort the entries by ${by} as its \`order\` says (${direction}); received another order`;
  return violationOf(list, "list-order", message, "/response/body/order", page);
}
