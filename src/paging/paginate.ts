import { checkNumber, invalid } from "../checks.js";
import type { FieldList, FieldsPlace, Pageable, PagedArguments, PageOf } from "../operations/operation.js";
import { type AnyPage, type List, type ListOptions, pagesOf } from "./pages.js";

/** Options of `paginate` besides those of the operation. */
export interface PaginateOptions {
  /** The maximum number of items in all. The page size, `limit` in query or body, is less at the end. @default Infinity */
  maxItems?: number | undefined;
  /** How many pages to fetch while the loop works on one, 0 or 1. Leaving the loop aborts that request. @default 0 */
  prefetch?: 0 | 1 | undefined;
}

/** All items of a list, fetched page by page as the loop needs them. Each loop starts again at the first page. */
export interface Paginated<Page extends AnyPage> extends AsyncIterable<Page["entries"][number]> {
  /** The pages as the service sends them. If `maxItems` truncates the last one, it has no `next_marker`. */
  pages(): AsyncGenerator<Page, void, undefined>;
  /** Fetches up to `max` items into an array. `max` is required, because a list can exceed the memory. */
  toArray(options: { max: number }): Promise<Page["entries"][number][]>;
}

/**
 * Fetches a list page by page, by marker, or with `query: { offset: 0 }` by offset. The next offset is computed from the
 * limit that the service used. An empty page with a marker is not the end. Contract: `x-paging`, `Page`.
 * @throws ApiError if a list would never end: a marker repeats, a page has no `entries`, 100 pages in a row are empty, or
 *   10 in a row repeat earlier pages; or if a service ignores the offset.
 * @throws TypeError if an offset exceeds its maximum: page by marker instead.
 * @example
 * for await (const retention of paginate(client.listFileVersionRetentions, { query: { policy_id: "8501" }, maxItems: 500 })) {
 *   console.log(retention.id);
 * }
 */
export function paginate<
  Options,
  Page extends AnyPage,
  All,
  Place extends FieldsPlace,
  const Fields extends FieldList<All, Place> = [],
>(
  operation: Pageable<Options, Page, All, Place>,
  ...args: PagedArguments<Options, All, Fields, Place, PaginateOptions>
): Paginated<PageOf<Page, All, Fields>>;
export function paginate(operation: unknown, options: ListOptions = {}): Paginated<AnyPage> {
  // The same operation without its types; the signatures have those.
  const list = operation as List;
  const { maxItems = Infinity, prefetch, ...given } = options;
  const paging = list?.info?.paging;
  if (!paging) invalid("operation", "be a list of the client's, such as client.queryMetadata");
  if ("limit" in given) invalid("limit", "be in query or body, or be maxItems");
  checkNumber("maxItems", maxItems);
  if (![undefined, 0, 1].includes(prefetch)) invalid("prefetch", "be 0 or 1");
  const pages = (max = Infinity) => pagesOf(list, paging, given, Math.min(max, maxItems), prefetch);
  return {
    pages: () => pages(),
    async toArray({ max }: { max?: number } = {}) {
      checkNumber("max", max);
      const items: unknown[] = [];
      for await (const item of itemsOf(pages(max))) items.push(item);
      return items;
    },
    [Symbol.asyncIterator]: () => itemsOf(pages()),
  };
}

async function* itemsOf(pages: AsyncIterable<AnyPage>): AsyncGenerator<unknown, void, undefined> {
  for await (const { entries } of pages) for (const item of entries) yield item;
}
