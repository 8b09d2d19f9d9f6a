import { checkNumber } from "../checks.js";
import { ApiError } from "../core/errors.js";
import type { OperationInfo, Paging } from "../operations/operation.js";
import { callOf, type Limits, type Method } from "../request/call.js";
import { onAbort } from "../request/deadline.js";

/** A paginated operation without its types. */
export interface List extends Method {
  (options: ListOptions): Promise<Page>;
  readonly operation: string;
  readonly info: OperationInfo;
}

/** The options of any paginated operation, with those of `paginate`. */
export interface ListOptions extends Limits {
  readonly maxItems?: number;
  readonly prefetch?: 0 | 1;
  readonly query?: Record<string, unknown>;
  readonly body?: Record<string, unknown>;
}

interface Page {
  readonly entries: readonly unknown[];
  // JavaScript callers can pass an invalid value, which could make the list endless.
  readonly next_marker?: unknown;
  readonly limit?: unknown;
  readonly total_count?: unknown;
  readonly offset?: unknown;
}

export type AnyPage = Pick<Page, "entries">;
export type Position = { readonly offset: number } | { readonly marker: unknown };

/** The maximum number of empty pages in a row: concurrent deletes and entries that the caller must not see cause some. */
const MAX_EMPTY = 100;
/** The maximum number of repeated pages in a row: by offset, new entries move others to the next page. */
const MAX_REPEATED = 10;

/** Fetches the pages of a list, one after the other. */
export async function* pagesOf(
  list: List,
  paging: Paging,
  options: ListOptions,
  maxItems: number,
  prefetch: 0 | 1 | undefined,
): AsyncGenerator<Page> {
  const { signal } = options;
  const ahead = new AbortController();
  // On Node 20, AbortSignal.any leaks memory with each loop if the signal outlives the loop.
  const ignore = prefetch ? signal && onAbort(signal, (reason) => ahead.abort(reason)) : undefined;
  const pageOptions: ListOptions = prefetch ? { ...options, signal: ahead.signal } : options;
  const fetchPage = async (position: Position, max: number) => {
    signal?.throwIfAborted();
    return read(optionsAt(position, paging, pageOptions, max)) as Promise<Page>;
  };
  // `never` is the type of any list.
  const read = paging.read?.(list as never) ?? list;
  const endless = (problem: string, effect = ", so the list would never end") =>
    new ApiError(`${list.operation}: ${problem}${effect}`, callOf(list, options), { status: 200 });
  const problemOf = endlessCheck(endless);
  let position: Position | undefined = firstPosition(options, paging);
  let prefetched: Promise<Page> | undefined;
  let remaining = maxItems;
  try {
    while (position && remaining > 0) {
      const page: Page = await (prefetched ?? fetchPage(position, remaining));
      if (!Array.isArray(page?.entries)) throw endless("the page has no entries");
      const { entries } = page;
      const rest = remaining - entries.length;
      const next: Position | string | undefined = rest > 0 ? nextPosition(position, page) : undefined;
      const problem = problemOf(position, page, next);
      position = typeof next === "object" && !problem ? next : undefined;
      prefetched = prefetch && position ? fetchPage(position, rest) : undefined;
      // The loop throws its error when it gets there.
      prefetched?.catch(() => {});
      // The marker is after the entries that the caller does not get.
      yield rest < 0 ? { ...page, entries: entries.slice(0, remaining), next_marker: undefined } : page;
      if (problem) throw endless(problem);
      remaining = rest;
    }
  } finally {
    // The caller may leave the loop while a page is being fetched.
    ahead.abort();
    ignore?.();
  }
}

/** Creates a function that returns why a list would never end after a page. Throws if the service ignores the offset. */
function endlessCheck(endless: (problem: string, effect: string) => ApiError) {
  const isRepeated = repetitions();
  let last = { print: "", total: 0 };
  /** The share of the pages in a row without new entries, in percent of their maximum. */
  let idle = 0;
  return (position: Position, page: Page, next: Position | string | undefined): string | undefined => {
    const { entries } = page;
    const isEmpty = entries.length === 0;
    const print = fingerprint(entries);
    if ("offset" in position) {
      const { offset } = position;
      const received = page.offset ?? offset;
      const total = typeof page.total_count === "number" ? page.total_count : 0;
      // Only new entries move a whole page to the next offset.
      const isSame = !isEmpty && print && print === last.print && total <= last.total;
      if (`${received}` !== `${offset}` || isSame)
        throw endless(`expected the page at offset ${offset}; received another one`, "");
      last = { print, total };
    } else {
      // The first marker is the caller's.
      isRepeated(position.marker);
    }
    if (isEmpty) idle += 100 / MAX_EMPTY;
    else idle = isRepeated(print) ? idle + 100 / MAX_REPEATED : 0;
    if (typeof next !== "object") return next;
    if ("marker" in next && isRepeated(next.marker)) return "the same marker came twice";
    return idle >= 100 ? `the last pages ${isEmpty ? "are empty" : "repeat"}` : undefined;
  };
}

/** The first and the last entry stand for all: comparing long pages would cost as much as parsing them. */
function fingerprint(entries: readonly unknown[]): string {
  try {
    return JSON.stringify([entries.length, entries[0], entries.at(-1)]);
  } catch {
    // Nested thousands of levels deep: no valid entry.
    return "";
  }
}

/**
 * Creates a function that returns whether it got a text before. It keeps about a million characters. At that limit it
 * forgets them at the next power of two calls, so that it finds every cycle eventually (Brent's algorithm).
 */
function repetitions() {
  const seen = new Set<unknown>();
  let calls = 0;
  let room = 1e6;
  return (text: unknown): boolean => {
    if (seen.has(text)) return true;
    calls += 1;
    if (room <= 0 && !(calls & (calls - 1))) {
      seen.clear();
      room = 1e6;
    }
    if (room > 0) seen.add(text);
    // Each text costs some memory besides its characters.
    room -= String(text).length + 50;
    return false;
  };
}

/** The position that the caller names, or the start of the list. */
export function firstPosition(options: ListOptions, { marker: place, read }: Paging): Position {
  const { offset, usemarker, marker } = options[place] ?? {};
  // A list with other names can have an offset that is no position.
  if (read || offset === undefined || usemarker === true) return { marker };
  const number = Number(`${offset}` || NaN);
  checkNumber("query.offset", number);
  return { offset: number };
}

/** The options for a page of at most `max` entries, where the caller names a page size. */
export function optionsAt(position: Position, paging: Paging, options: ListOptions, max = Infinity): ListOptions {
  const { marker: place, read, usemarker } = paging;
  const given = options[place];
  // Pages by number start elsewhere with another size.
  const fewer = !read && Number(given?.["limit"]) > max && { limit: Math.ceil(max) };
  const byMarker = "marker" in position && usemarker && { usemarker };
  return { ...options, [place]: { ...given, ...fewer, ...byMarker, ...position } };
}

/** The position of the next page, if there is one, or the problem of an invalid page. */
export function nextPosition(
  position: Position,
  { entries, next_marker: marker, limit, total_count: total }: Page,
): Position | string | undefined {
  if ("marker" in position) {
    // Objects are never equal, so a repeated one would not be found.
    if (marker && typeof marker !== "string") return "the marker is not a string";
    return marker ? { marker } : undefined;
  }
  const used = limit ?? entries.length;
  // Adding a small fraction might not change the offset.
  if (typeof used !== "number" || used < 1) return "the page has no limit";
  // A page can have more entries than its limit.
  const offset = position.offset + Math.max(used, entries.length);
  const end = typeof total === "number" ? total : entries.length > 0 ? Infinity : 0;
  return offset < end ? { offset } : undefined;
}
