import { ApiError } from "content-service-client";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clientWith } from "../support/client-with.js";
import { check } from "./support/check.js";
import { type Asked, listServer, type Place, walk } from "./support/list-server.js";
import { anyText, wholeText } from "./support/texts.js";

const anyPlace = fc.constantFrom<Place>("query", "body");
/** How many items the service would put on each page, whatever is asked for; 0 is an empty page. */
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

/** Gives the pages of a list, each of them only to its own marker. The first page has none. */
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
  it("gives each item once and in order, up to the limit, and sends each marker back as it came", async () => {
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
      const { ids, error } = await walk(clientWith(server, { retry: false }).client, place, { limit: 4 }, most);
      expect(error).toBeUndefined();
      const total = sizes.reduce((sum, size) => sum + size, 0);
      expect(ids).toEqual(idsOf(Math.min(most, total)));
      // No page is asked for that is not needed.
      if (most === 0) expect(server.asked).toHaveLength(0);
      if (total < most) expect(server.asked).toHaveLength(Math.max(1, sizes.length));
    });
    await check(property);
  });

  it("gives each item once and then fails where a marker leads back", async () => {
    const list = fc.tuple(sizes, markersOf(wholeText));
    const property = fc.asyncProperty(
      anyPlace,
      list,
      fc.nat(),
      fc.boolean(),
      async (place, [sizes, markers], to, kept) => {
        fc.pre(sizes.length > 1);
        const first = kept ? 1 : 0;
        // The last page leads to one that had a marker.
        const back = 1 + (to % (sizes.length - 1));
        const server = listServer(
          pages({ sizes, markers }, (page) => markers[page + 1 < sizes.length ? page + 1 : back]),
        );
        const start = { limit: 4, ...(kept && { marker: markers[1] }) };
        const { ids, error } = await walk(clientWith(server, { retry: false }).client, place, start);
        expect(error).toBeInstanceOf(ApiError);
        const all = idsOf(sizes.reduce((sum, size) => sum + size, 0));
        expect(ids).toEqual(all.slice(kept ? sizes[0] : 0));
        expect(server.asked).toHaveLength(sizes.length - first);
      },
    );
    await check(property);
  });
});
