import { ApiError } from "../core/errors.js";
import type { CallPromise } from "../operations/call-options.js";
import type { OperationInfo, Pageable, PagedArguments, Paging } from "../operations/operation.js";
import type { List, ListOptions } from "../paging/pages.js";
import { callOf } from "../request/call.js";

/** How a list with other names is paged (`x-paging`): by `page`, `offset`, `cursor`, `link` or `next`. */
export interface ListDescription {
  /** The member of the body with the items, such as `data.results`; a name can have dots. @default the body itself */
  readonly items?: string;
  /** The query parameter of the page number. */
  readonly page?: string;
  /** The number of the first page. @default 1 */
  readonly first?: number;
  /** The member of the body with the number of the last page. @default a page without items is the last */
  readonly last?: string;
  /** The query parameter of the number of items to skip. A page without items is the last. */
  readonly offset?: string;
  /** The query parameter of the cursor, which is the member `next` of the body. */
  readonly cursor?: string;
  /** The member of the body with the next cursor or, without `cursor`, with the URL of the next page. */
  readonly next?: string;
  /** Whether the header `Link` has the URL of the next page, as `rel="next"` (RFC 8288). */
  readonly link?: true;
}

/** A list with other names: a call returns the body, and `paginate` its items. A page has `entries` and the body as `data`. */
export type OtherList<Options, Body, Item> = Pageable<Options, { entries: Item[]; data: Body }, never> &
  ((...args: PagedArguments<Options, never, []>) => CallPromise<Body>);

/** Reads the pages of a list with other names for `paginate`: the `paging.read` of an operation. */
export function listPages(description: ListDescription): NonNullable<Paging["read"]> {
  const { page, first = 1, offset, cursor, link, next } = description;
  return (list: List) =>
    async ({ query: given = {}, ...options }: ListOptions) => {
      const { marker, ...others } = given;
      const parameter = page ?? offset;
      const isUrl = parameter === undefined && cursor === undefined;
      // `paginate` calls the position a marker. A list can have a parameter of that name.
      const isOwn = marker !== undefined && cursor === "marker";
      const fail = (problem: string, status = 200) => {
        throw new ApiError(`${list.operation}: ${problem}`, callOf(list, options), { status });
      };
      const position = Number(marker ?? (parameter && given[parameter]) ?? (page ? first : 0));
      let query = given;
      if (parameter !== undefined) query = { ...others, [parameter]: position };
      else if (marker !== undefined && !isOwn)
        query = cursor ? { ...others, [cursor]: marker } : (queryOf(String(marker)) ?? fail(NO_QUERY));
      // A method of the client: `paginate` has its type without the response.
      const call = list({ ...options, query }) as CallPromise<unknown>;
      const { data, response } = await call.withResponse();
      const entries = valueAt(data, description.items);
      if (!Array.isArray(entries))
        return fail(`${description.items ?? "the body"} of the page is not a list`, response.status);
      const received = link ? nextLink(response.headers.get("link")) : next && valueAt(data, next);
      const found = received && isUrl ? withoutKeys(String(received), list.info) : received;
      if (found && isUrl && found === marker) fail(NO_QUERY);
      const isLast = entries.length === 0 || (description.last && position >= Number(valueAt(data, description.last)));
      const next_marker = parameter === undefined ? found : !isLast && position + (page ? 1 : entries.length);
      return { entries, data, next_marker: next_marker ? String(next_marker) : undefined };
    };
}

function valueAt(value: unknown, path: string | undefined): unknown {
  const [name, rest] = path && !Object.hasOwn(Object(value), path) ? path.split(/\.(.*)/s) : [path];
  return name ? valueAt(Object(value)[name], rest) : value;
}

const NO_QUERY = "the URL of the next page leads to the same page: the client uses only its query";

/** A URL without its fragment, and without the keys that `secured` adds to each request: a program may save it. */
function withoutKeys(url: string, { security }: OperationInfo): string {
  const [start, query] = url.replace(/#.*/s, "").split(/\?(.*)/s);
  const parameters = new URLSearchParams(query);
  for (const name of Object(security).queryKeys ?? []) parameters.delete(name);
  return `${start}?${parameters}`;
}

/** The query of a URL. The client writes names as they are, so that one can hold all but the last value, also repeated names. */
function queryOf(url: string): Record<string, unknown> | undefined {
  const query = new URLSearchParams(url.split(/\?(.*)/s)[1]);
  const [, names = "", value = ""] = /^(.+)=(.*)$/.exec(`${query}`) ?? [];
  return names ? { [names]: decodeURIComponent(value.replaceAll("+", " ")) } : undefined;
}

function nextLink(header: string | null): string | undefined {
  const attribute = /;\s*([\w*!-]+)(?:\s*=\s*("(?:[^"\\]|\\.)*"|[^\s",;]*))?/g;
  const links = header?.matchAll(new RegExp(`<([^>]*)>((?:\\s*${attribute.source})*)`, "g")) ?? [];
  // The first `rel` counts.
  const relOf = (text = "") => [...text.matchAll(attribute)].find(([, name]) => name?.toLowerCase() === "rel")?.[2];
  return [...links].find(([, , attributes]) => /(^|[\s"])next($|[\s"])/i.test(relOf(attributes) ?? ""))?.[1];
}
