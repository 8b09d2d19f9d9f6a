import { getEventListeners } from "node:events";
import { isApiError, paginate } from "content-service-client";
import { describe, expect, it } from "vitest";
import { errorOf } from "../support/client-with.js";
import { entry, idsOf, listed, page } from "../support/lists.js";
import { json, never, status } from "../support/scripted-fetch.js";

/** An endless list of numbered items. */
const numbers = () =>
  listed((_, index) => json(page([2 * index + 1, 2 * index + 2], { next_marker: `after-${index}` })));

describe("the result of paginate", () => {
  it("fetches a page only when a loop reaches it, and none after a break", async () => {
    const { list, sent } = numbers();
    paginate(list).pages();
    expect(sent).toEqual([]);
    const seen: [id: string, pages: number][] = [];
    for await (const { id } of paginate(list)) {
      seen.push([id, sent.length]);
      if (id === "3") break;
    }
    expect(Object.fromEntries(seen)).toEqual({ 1: 1, 2: 1, 3: 2 });
    expect(sent).toHaveLength(2);
  });

  it.each([
    [0, [], 0],
    [1, ["1"], 1],
    [2, ["1", "2"], 1],
    [3, ["1", "2", "3"], 2],
  ])("yields at most %i items for that maximum, and fetches no further page", async (limit, expected, pages) => {
    const { list, sent } = numbers();
    await expect(idsOf(paginate(list, { maxItems: limit }))).resolves.toEqual(expected);
    expect(sent).toHaveLength(pages);
    // The number of items is the loop's own business, and the page size another thing.
    for (const { url } of sent) expect(new URL(url).search).not.toContain("limit");
  });

  it("yields pages as the service sends them, and cuts the last one, whose marker would skip entries [PG-2]", async () => {
    const { list } = numbers();
    const pages = [];
    for await (const page of paginate(list, { maxItems: 3 }).pages()) pages.push(page);
    expect(pages).toEqual([
      { entries: [entry("1"), entry("2")], limit: 2, next_marker: "after-0" },
      { entries: [entry("3")], limit: 2, next_marker: undefined },
    ]);
  });

  it("throws a TypeError for an operation that is not a list, and for toArray without its maximum", async () => {
    const { client, list } = numbers();
    const problem = new TypeError("operation must be a list of the client's, such as client.queryMetadata");
    // @ts-expect-error: getCurrentUser has no pages
    expect(() => paginate(client.getCurrentUser)).toThrow(problem);
    // @ts-expect-error: nor has a function of the caller's own
    expect(() => paginate(async () => ({ entries: [] }))).toThrow(problem);
    // @ts-expect-error: nor has nothing
    expect(() => paginate(undefined)).toThrow(problem);
    // @ts-expect-error: it is required
    await expect(paginate(list).toArray()).rejects.toThrow(new TypeError("max must be a number, 0 or more"));
  });

  it.each([{}, { entries: null }, { entries: {} }])("rejects with an ApiError if a page is %j", async (body) => {
    const error = await errorOf(idsOf(paginate(listed(body).list)));
    expect(isApiError(error) && error.message).toMatch(/the page has no entries/);
  });
});

const three = [page([0, 1], { next_marker: "m1" }), page([2, 3], { next_marker: "m2" }), page([4, 5])] as const;

/** A turn of the event loop. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

describe("paginate with prefetch: 1", () => {
  it("requests the next page while the loop handles this one, and no other [PG-2]", async () => {
    const { list, sent } = listed(...three);
    const asked: [id: string, pages: number][] = [];
    for await (const { id } of paginate(list, { prefetch: 1 })) {
      await settle();
      asked.push([id, sent.length]);
    }
    expect(Object.fromEntries(asked)).toEqual({ 0: 2, 1: 2, 2: 3, 3: 3, 4: 3, 5: 3 });
    const markers = sent.map(({ url }) => new URL(url).searchParams.get("marker"));
    expect(markers).toEqual([null, "m1", "m2"]);
  });

  it("aborts the pending request when the loop is left [GC-13]", async () => {
    const { client, fetch } = listed(three[0], never);
    for await (const _ of paginate(client.listFileVersionRetentions, { prefetch: 1 })) break;
    expect(fetch.sent[1]?.init.signal?.aborted).toBe(true);
    await settle();
  });

  it("yields all items of a page before the error of the next one", async () => {
    const items = paginate(listed(three[0], status(403)).list, { prefetch: 1 })[Symbol.asyncIterator]();
    for (const id of ["0", "1"]) {
      expect(await items.next()).toMatchObject({ value: { id } });
      await settle();
    }
    await expect(items.next()).rejects.toMatchObject({ name: "ApiError", status: 403 });
  });

  it("stops at the caller's signal, even while waiting for the prefetched page", async () => {
    const { client, fetch } = listed(three[0], never);
    const controller = new AbortController();
    const options = { prefetch: 1, signal: controller.signal } as const;
    const looped = (async () => {
      for await (const { id } of paginate(client.listFileVersionRetentions, options)) {
        if (id === "1") controller.abort(new Error("enough"));
      }
    })();
    await expect(looped).rejects.toThrow("enough");
    expect(fetch.sent[1]?.init.signal?.aborted).toBe(true);
  });

  it("leaves no listener on the caller's signal, and at most one while loops run", async () => {
    const { client } = listed(three[0], page([2, 3]));
    const { signal } = new AbortController();
    const left = paginate(client.listFileVersionRetentions, { prefetch: 1, signal });
    const loops = Array.from({ length: 20 }, () => left.pages());
    await Promise.all(loops.map((loop) => loop.next()));
    expect(getEventListeners(signal, "abort")).toHaveLength(1);
    await Promise.all(loops.map((loop) => loop.return()));
    await settle();
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });
});

it("the items of a list arrive in order when several are requested at once, and the rest in a loop", async () => {
  const items = paginate(listed(...three).list)[Symbol.asyncIterator]();
  const given = await Promise.all([items.next(), items.next(), items.next()]);
  expect(given).toMatchObject(["0", "1", "2"].map((id) => ({ value: { id }, done: false })));
  // An iterator of the language is iterable itself.
  expect(await idsOf(items as AsyncIterableIterator<{ id: string }>)).toEqual(["3", "4", "5"]);
  expect(await items.next()).toEqual({ value: undefined, done: true });
});
