import { ApiError } from "../errors.js";
import type { FieldName, PagedArguments, PagedOperation, PageOf } from "../operations/operation.js";
import type { OperationInfo, Paging } from "../request/call.js";
import { itemsOf } from "./items-of.js";

/** An option of `paginate` beside those of the operation. */
export interface PaginateOptions {
  /**
   * How many items to give at most. The page size is another thing: `limit` in the operation's query or body.
   * @default Infinity
   */
  limit?: number;
  /**
   * How many pages to ask for ahead, 0 or 1: with 1 the next page is on its way while the loop works on this one. A loop
   * that is left early aborts it.
   * @default 0
   */
  prefetch?: 0 | 1;
}

/** All items of a list, fetched page by page as the loop asks for them. Each loop starts anew. */
export interface Paginated<Page extends { entries: readonly unknown[] }>
  extends AsyncIterable<Page["entries"][number]> {
  /** The pages as the service sends them; the last one is cut where `limit` is met. */
  pages(): AsyncGenerator<Page, void, undefined>;
}

interface PageAnswer {
  readonly entries: readonly unknown[];
  // What leads on is checked: another type could make a list that never ends.
  readonly next_marker?: unknown;
  readonly limit?: unknown;
  readonly total_count?: unknown;
}

interface ListOptions extends PaginateOptions {
  readonly signal?: AbortSignal;
  readonly query?: Record<string, unknown>;
  readonly body?: Record<string, unknown>;
}

/** Where a page starts. */
type Position = { readonly offset: number } | { readonly marker: unknown };

/** A paged operation, whatever its types are. */
interface List {
  (options: ListOptions): Promise<PageAnswer>;
  readonly operation: string;
  readonly info: OperationInfo;
}

/**
 * Goes through a list to its end. It pages by marker; give `query: { offset: 0 }` to page by offset. What the service
 * says of a page decides where the next one starts: the limit it used, not the one that was asked for. An empty page
 * with a marker is not the end. Contract: `x-paging`, `Page`.
 *
 * @throws ApiError when a marker comes twice or a page has no entries, since such a list would never end.
 * @throws TypeError when offset paging meets its bound: page by marker then.
 * @example
 * for await (const retention of paginate(client.listFileVersionRetentions, { query: { policy_id: "8501" }, limit: 500 })) {
 *   console.log(retention.id);
 * }
 */
export function paginate<
  Options,
  Page extends { entries: readonly unknown[] },
  All,
  const Fields extends readonly FieldName<All>[] = [],
>(
  operation: PagedOperation<Options, Page, All>,
  ...[options]: PagedArguments<Options, All, Fields, PaginateOptions>
): Paginated<PageOf<Page, All, Fields>> {
  // What is known here of any list; the types of this one stand in the signature.
  const list = operation as unknown as List;
  const given: ListOptions = options ?? {};
  if (!list?.info?.paging)
    throw new TypeError("operation must be a list of the client's, such as client.queryMetadata");
  if (given.limit !== undefined && !(given.limit >= 0))
    throw new TypeError("limit must be a number of items, 0 or more");
  if (![undefined, 0, 1].includes(given.prefetch)) throw new TypeError("prefetch must be 0 or 1 page");
  const pages = () => pagesOf(list, given) as AsyncGenerator<PageOf<Page, All, Fields>, void, undefined>;
  return {
    pages,
    [Symbol.asyncIterator]: () => itemsOf(pages()),
  };
}

async function* pagesOf(list: List, { limit = Infinity, prefetch, ...given }: ListOptions): AsyncGenerator<PageAnswer> {
  const ahead = new AbortController();
  const signals = [ahead.signal, given.signal ?? []].flat();
  const options: ListOptions = prefetch ? { ...given, signal: AbortSignal.any(signals) } : given;
  const fetched = (position: Position) => list(at(position, list.info.paging, options));
  const seen = new Set<unknown>();
  let position: Position | undefined = start(options);
  let coming: Promise<PageAnswer> | undefined;
  let left = limit;
  try {
    while (position && left > 0) {
      if ("marker" in position) seen.add(position.marker);
      const page: PageAnswer = await (coming ?? fetched(position));
      if (!Array.isArray(page?.entries)) throw endless(list, "the page has no entries");
      const used: Position = position;
      const follow = () => {
        const following = next(used, page, list);
        if (following && "marker" in following && seen.has(following.marker))
          throw endless(list, "the same marker came twice");
        return following;
      };
      const cut = page.entries.length > left ? { ...page, entries: page.entries.slice(0, left) } : page;
      left -= page.entries.length;
      coming = prefetch && left > 0 ? early(follow, fetched) : undefined;
      yield cut;
      position = follow();
    }
  } finally {
    // What is on its way when a loop is left early.
    ahead.abort();
  }
}

/** Asks for the next page, where there is one. What is wrong with it is told when its turn comes. */
function early(follow: () => Position | undefined, fetched: (position: Position) => Promise<PageAnswer>) {
  try {
    const following = follow();
    const coming = following && fetched(following);
    coming?.catch(() => {});
    return coming;
  } catch {
    return undefined;
  }
}

function start({ query, body }: ListOptions): Position {
  if (typeof query?.["offset"] === "number" && query["usemarker"] !== true) return { offset: query["offset"] };
  return { marker: query?.["marker"] ?? body?.["marker"] };
}

function at(position: Position, paging: Paging | undefined, options: ListOptions): ListOptions {
  if ("offset" in position) return { ...options, query: { ...options.query, ...position } };
  const marker = position.marker === undefined ? {} : position;
  if (paging?.marker === "body") return { ...options, body: { ...options.body, ...marker } };
  return { ...options, query: { ...options.query, ...(paging?.usemarker && { usemarker: true }), ...marker } };
}

function next(position: Position, { entries, ...page }: PageAnswer, list: List): Position | undefined {
  if ("marker" in position) {
    const marker = page.next_marker;
    // Two objects are never the same marker, whatever is in them.
    if (marker && typeof marker === "object") throw endless(list, "the marker is no text");
    return marker ? { marker } : undefined;
  }
  const used = page.limit ?? entries.length;
  // A fraction could be too small to lead on at all.
  if (typeof used !== "number" || used < 1) throw endless(list, "the page has no limit");
  const offset = position.offset + used;
  const total = typeof page.total_count === "number" ? page.total_count : entries.length > 0 ? Infinity : 0;
  return offset < total ? { offset } : undefined;
}

function endless({ operation, info }: List, problem: string): ApiError {
  const call = { operation, method: info.method, url: info.path, attempts: 1 };
  return new ApiError(`${operation}: ${problem}, so the list would never end`, call, { status: 200 });
}
