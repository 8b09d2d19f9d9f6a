import { type Client, type FetchLike, paginate } from "content-service-client";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clientWith } from "../support/client-with.js";
import { json } from "../support/scripted-fetch.js";
import { check } from "./support/check.js";
import { anyText, wholeText } from "./support/texts.js";

/** Where a list takes its marker. */
type Place = "query" | "body";

/** The paging parameters of a request. */
interface Asked {
  readonly marker: unknown;
  readonly offset: number;
  readonly limit: number;
}

/** Creates a fetch that serves pages and fails after `most` requests. */
function listServer(respond: (asked: Asked) => object, most = 500): FetchLike & { readonly asked: Asked[] } {
  const all: Asked[] = [];
  const fetch: FetchLike = async (url, { body }) => {
    const given = typeof body === "string" ? JSON.parse(body) : Object.fromEntries(new URL(url).searchParams);
    const asked = { marker: given.marker, offset: Number(given.offset), limit: Number(given.limit) };
    all.push(asked);
    if (all.length > most) throw new Error("the list does not end");
    return json(respond(asked));
  };
  return Object.assign(fetch, { asked: all });
}

/** The ids of the items of a list, and its error. */
async function pageThrough(client: Client, place: Place, start: object, limit = Number.POSITIVE_INFINITY) {
  const body = { from: "enterprise_7001.contract", ancestor_folder_id: "0", ...start };
  const items: AsyncIterable<{ id: string }> =
    place === "query"
      ? paginate(client.listFileVersionRetentions, { query: { ...start }, maxItems: limit })
      : paginate(client.queryMetadata, { body, maxItems: limit });
  const ids: string[] = [];
  try {
    for await (const { id } of items) ids.push(id);
  } catch (error) {
    return { ids, error };
  }
  return { ids, error: undefined };
}

/** The number of items on each page, whatever the requested limit. */
const sizes = fc.array(fc.nat({ max: 3 }), { maxLength: 6 });
const markersOf = (text: fc.Arbitrary<string>) =>
  fc.uniqueArray(
    text.filter((marker) => marker !== ""),
    { minLength: 7, maxLength: 7 },
  );

interface List {
  readonly sizes: readonly number[];
  readonly markers: readonly string[];
}

/** Serves the pages of a list by their markers. The first page has none. */
function pages({ sizes, markers }: List, next: (page: number) => unknown) {
  return ({ marker, limit }: Asked) => {
    const page = marker === undefined ? 0 : markers.indexOf(marker as string);
    if (page < 0) throw new Error("a marker that was never given");
    const first = sizes.slice(0, page).reduce((sum, size) => sum + size, 0);
    const entries = Array.from({ length: sizes[page] ?? 0 }, (_, index) => ({ id: `${first + index}` }));
    return { entries, limit, next_marker: next(page) };
  };
}

const idsOf = (count: number) => Array.from({ length: count }, (_, index) => `${index}`);

describe("paging by marker", () => {
  it("yields each item once and in order, up to the limit, and sends each marker back unchanged", async () => {
    const most = fc.oneof(fc.constant(Number.POSITIVE_INFINITY), fc.nat({ max: 40 }));
    const end = fc.constantFrom(null, "", undefined);
    const list = fc.oneof(
      fc.record({ place: fc.constant<Place>("query"), sizes, markers: markersOf(wholeText), most, end }),
      // JSON can carry half a surrogate pair, a query cannot.
      fc.record({ place: fc.constant<Place>("body"), sizes, markers: markersOf(anyText), most, end }),
    );
    const property = fc.asyncProperty(list, async ({ place, sizes, markers, most, end }) => {
      const server = listServer(
        pages({ sizes, markers }, (page) => (page + 1 < sizes.length ? markers[page + 1] : end)),
      );
      const { ids, error } = await pageThrough(clientWith(server, { retry: false }).client, place, { limit: 4 }, most);
      expect(error).toBeUndefined();
      const total = sizes.reduce((sum, size) => sum + size, 0);
      expect(ids).toEqual(idsOf(Math.min(most, total)));
      // No unnecessary page is requested.
      if (most === 0) expect(server.asked).toHaveLength(0);
      if (total < most) expect(server.asked).toHaveLength(Math.max(1, sizes.length));
    });
    await check(property);
  });
});

describe("paging by offset", () => {
  it("yields each item once and in order, despite lowered limits and pages with gaps", async () => {
    const list = fc.record({
      /** The items of the list; false is one that the caller must not see. */
      seen: fc.array(fc.boolean(), { maxLength: 60 }),
      limit: fc.integer({ min: 1, max: 20 }),
      /** The limits of the service, which may change from page to page. */
      limits: fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 4 }),
      most: fc.oneof(fc.constant(Number.POSITIVE_INFINITY), fc.nat({ max: 70 })),
      offset: fc.nat({ max: 70 }),
    });
    const property = fc.asyncProperty(list, async ({ seen, limit, limits, most, offset }) => {
      const server = listServer((asked) => {
        const used = Math.min(asked.limit, limits[server.asked.length % limits.length] ?? 1);
        const places = seen.map((there, index) => (there ? [{ id: `${index}` }] : []));
        const entries = places.slice(asked.offset, asked.offset + used).flat();
        return { entries, limit: used, offset: asked.offset, total_count: seen.length };
      });
      const { ids, error } = await pageThrough(
        clientWith(server, { retry: false }).client,
        "query",
        { limit, offset },
        most,
      );
      expect(error).toBeUndefined();
      const all = seen.flatMap((there, index) => (there && index >= offset ? [`${index}`] : []));
      expect(ids).toEqual(all.slice(0, most));
    });
    await check(property);
  });
});
