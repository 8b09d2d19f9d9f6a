import { ApiError } from "../core/errors.js";
import type { OperationInfo, Paging } from "../operations/operation.js";
import { onAbort } from "../request/deadline.js";

/** A paged operation without its types. */
export interface List {
  (options: ListOptions): Promise<Page>;
  readonly operation: string;
  readonly info: OperationInfo;
}

/** The options of any paged operation, with those of `paginate`. */
export interface ListOptions {
  readonly limit?: number;
  readonly prefetch?: 0 | 1;
  readonly signal?: AbortSignal;
  readonly query?: Record<string, unknown>;
  readonly body?: Record<string, unknown>;
}

interface Page {
  readonly entries: readonly unknown[];
  // Not checked by the types: an invalid value could make the list endless.
  readonly next_marker?: unknown;
  readonly limit?: unknown;
  readonly total_count?: unknown;
}

/** The start of a page. */
type Position = { readonly offset: number } | { readonly marker: unknown };

/** Fetches the pages of a list, one after the other. */
export async function* pagesOf(
  list: List,
  { limit = Infinity, prefetch, ...given }: ListOptions,
): AsyncGenerator<Page> {
  const { signal } = given;
  const ahead = new AbortController();
  // AbortSignal.any would leak memory with each loop over a signal that outlives them, on Node 20.
  const ignore = prefetch ? signal && onAbort(signal, (reason) => ahead.abort(reason)) : undefined;
  const options: ListOptions = prefetch ? { ...given, signal: ahead.signal } : given;
  const fetchPage = async (position: Position) => {
    signal?.throwIfAborted();
    return list(optionsAt(position, list.info.paging, options));
  };
  const seen = new Set<unknown>();
  let position: Position | undefined = firstPosition(options);
  let prefetched: Promise<Page> | undefined;
  let left = limit;
  try {
    while (position && left > 0) {
      if ("marker" in position) seen.add(position.marker);
      const page: Page = await (prefetched ?? fetchPage(position));
      if (!Array.isArray(page?.entries)) throw endless(list, "the page has no entries");
      const current: Position = position;
      const next = () => {
        const following = nextPosition(current, page, list);
        if (following && "marker" in following && seen.has(following.marker))
          throw endless(list, "the same marker came twice");
        return following;
      };
      const truncated = page.entries.length > left ? { ...page, entries: page.entries.slice(0, left) } : page;
      left -= page.entries.length;
      prefetched = prefetch && left > 0 ? fetchNext(next, fetchPage) : undefined;
      yield truncated;
      position = next();
    }
  } finally {
    // The caller may leave the loop while a page is being fetched.
    ahead.abort();
    ignore?.();
  }
}

/** Starts to fetch the next page, if there is one. The loop throws its errors when it gets there. */
function fetchNext(next: () => Position | undefined, fetchPage: (position: Position) => Promise<Page>) {
  try {
    const following = next();
    const page = following && fetchPage(following);
    page?.catch(() => {});
    return page;
  } catch {
    return undefined;
  }
}

function firstPosition({ query, body }: ListOptions): Position {
  if (typeof query?.["offset"] === "number" && query["usemarker"] !== true) return { offset: query["offset"] };
  return { marker: query?.["marker"] ?? body?.["marker"] };
}

function optionsAt(position: Position, paging: Paging | undefined, options: ListOptions): ListOptions {
  if ("offset" in position) return { ...options, query: { ...options.query, ...position } };
  const marker = position.marker === undefined ? {} : position;
  if (paging?.marker === "body") return { ...options, body: { ...options.body, ...marker } };
  return { ...options, query: { ...options.query, ...(paging?.usemarker && { usemarker: true }), ...marker } };
}

function nextPosition(position: Position, { entries, ...page }: Page, list: List): Position | undefined {
  if ("marker" in position) {
    const marker = page.next_marker;
    // Two objects never compare as equal, so a repeated one would not be found.
    if (marker && typeof marker === "object") throw endless(list, "the marker is not a string");
    return marker ? { marker } : undefined;
  }
  const used = page.limit ?? entries.length;
  // A small fraction might not change the offset.
  if (typeof used !== "number" || used < 1) throw endless(list, "the page has no limit");
  const offset = position.offset + used;
  const total = typeof page.total_count === "number" ? page.total_count : entries.length > 0 ? Infinity : 0;
  return offset < total ? { offset } : undefined;
}

function endless({ operation, info }: List, problem: string): ApiError {
  const call = { operation, method: info.method, url: info.path, attempts: 1 };
  return new ApiError(`${operation}: ${problem}, so the list would never end`, call, { status: 200 });
}
