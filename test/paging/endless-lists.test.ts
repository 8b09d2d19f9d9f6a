import { isApiError, paginate } from "content-service-client";
import { forEachItem } from "content-service-client/for-each-item";
import { describe, expect, it } from "vitest";
import { clientWith, rejectionOf } from "../support/client-with.js";
import { entry, idsOf } from "../support/lists.js";
import { json, scriptedFetch } from "../support/scripted-fetch.js";

const many = (first: number, count: number) => Array.from({ length: count }, (_, index) => entry(first + index));

/** Pages through a list to its end or its error; fails after `most` requests. */
async function through(kind: "marker" | "offset" | "body", pageAt: (index: number) => object, most = 500) {
  const fetch = scriptedFetch((_, index) => (index < most ? json(pageAt(index)) : json({}, 400)));
  const { client } = clientWith(fetch, { retry: false });
  const list =
    kind === "body"
      ? paginate(client.queryMetadata, { body: { from: "enterprise_7001.contract", ancestor_folder_id: "0" } })
      : paginate(client.listFileVersionRetentions, { query: kind === "offset" ? { offset: 0 } : {} });
  const ids: string[] = [];
  const error = await rejectionOf(idsOf(list, ids));
  return { ids, error, requests: fetch.sent.length };
}

/** A page by marker, whose marker is new each time. */
const fresh = (entries: object[]) => (index: number) => ({ entries, limit: 1000, next_marker: `m${index}` });

/** A page by offset. */
const counted = (entries: object[], total_count: number) => ({ entries, limit: entries.length || 1, total_count });

describe("an endless list is an ApiError after few requests:", () => {
  it.each<[string, "marker" | "offset" | "body", (index: number) => object, most: number, problem: string]>([
    ["empty pages with new markers", "marker", fresh([]), 100, "are empty"],
    ["empty pages of a growing total", "offset", (index) => counted([], index + 2), 100, "are empty"],
    ["the same page with new markers", "marker", fresh([entry(1)]), 11, "repeat"],
    ["the same page of a growing total", "offset", (index) => counted(many(0, 2), 2 * index + 4), 11, "repeat"],
    ["pages that come in turn", "marker", (index) => fresh([entry(index % 7)])(index), 17, "repeat"],
    ["repeated and empty pages", "marker", (index) => fresh(index % 2 ? [entry(1)] : [])(index), 21, "are empty"],
  ])("%s [GC-12]", async (_, kind, pageAt, most, problem) => {
    const { error, requests } = await through(kind, pageAt);
    expect(isApiError(error) && error.message).toContain(`the last pages ${problem}, so the list would never end`);
    expect(requests).toBe(most);
  });

  it("a cycle that is longer than what the client remembers, of markers and of pages", async () => {
    const long = "x".repeat(10_000);
    // The cycle starts after more than what is remembered from the start.
    const [start, cycle] = [200, 300];
    const inCycle = (index: number) => (index < start ? index : start + ((index - start) % cycle));
    const markers = await through("body", (at) => ({ entries: many(at, 1), next_marker: long + inCycle(at) }), 5000);
    expect(markers.error).toMatchObject({ message: expect.stringContaining("the same marker came twice") });
    const pages = await through("marker", (index) => fresh([{ ...entry(inCycle(index)), long }])(index), 5000);
    expect(pages.error).toMatchObject({ message: expect.stringContaining("the last pages repeat") });
    // Found at the next power of two after the cycle, not at its end: that much is not remembered.
    expect(Math.min(markers.requests, pages.requests)).toBeGreaterThan(start + cycle + 20);
    expect(Math.max(markers.requests, pages.requests)).toBeLessThan(2000);
  });
});

it("the error of a list names the path with its ids, unless a function around the list may have others", async () => {
  const { client, clock } = clientWith(scriptedFetch(() => json({ entries: [{ id: "1" }], next_marker: "again" })));
  const list = client.listFilesOnHold;
  const given = { path: { legal_hold_policy_assignment_id: "6501/2" }, query: { usemarker: true } } as const;
  const path = "/2.0/legal_hold_policy_assignments/6501%2F2/files_on_hold";
  const message = `listFilesOnHold: the same marker came twice, so the list would never end (GET ${path})`;
  expect(await rejectionOf(idsOf(paginate(list, given)))).toMatchObject({ message, request: { path } });
  const late = forEachItem(list, { ...given, deadline: clock.now() + 10 }, () => clock.advance(20));
  expect(await rejectionOf(late)).toMatchObject({ name: "TimeoutError", request: { path } });
  const { operation, info } = list;
  const own = Object.assign((options: typeof given) => list(options), { operation, info });
  expect(await rejectionOf(idsOf(paginate(own, given)))).toMatchObject({ request: { path: info.path } });
});

const first = { entries: many(0, 100), limit: 100 };

it.each<[string, (index: number) => object, requests: number]>([
  ["without a total", () => first, 2],
  ["with a total", () => ({ ...first, total_count: 250 }), 2],
  ["with the asked offset and a total", (index) => ({ ...first, offset: 100 * index, total_count: 250 }), 2],
  ["with its own offset", () => ({ ...first, offset: 0, total_count: 250 }), 2],
  ["with its own offset and other entries", (at) => ({ entries: many(100 * at, 100), limit: 100, offset: 0 }), 2],
  ["with an offset that is not a number", () => ({ ...first, offset: {}, total_count: 250 }), 1],
])("a list that ignores the offset is an ApiError, and no item comes twice: %s [PG-6]", async (_, pageAt, most) => {
  const { ids, error, requests } = await through("offset", pageAt);
  const problem = /^listFileVersionRetentions: expected the page at offset \d+; received another one \(/;
  expect(isApiError(error) && error.message).toMatch(problem);
  expect(requests).toBe(most);
  expect(new Set(ids).size).toBe(ids.length);
});

describe("a list that ends is read to its end:", () => {
  it.each([
    ["a number", (offset: number): unknown => offset],
    ["a text", (offset: number) => `${offset}`],
    ["null", () => null],
    ["missing", () => undefined],
  ])("by offset, with a lowered limit and gaps, if the offset of the pages is %s [PG-6]", async (_, offsetOf) => {
    // Every third entry is hidden.
    const fetch = scriptedFetch(({ url }) => {
      const offset = Number(new URL(url).searchParams.get("offset"));
      const entries = many(offset, Math.min(7, 50 - offset)).filter(({ id }) => Number(id) % 3 > 0);
      return json({ entries, limit: 7, offset: offsetOf(offset), total_count: 50 });
    });
    const query = { offset: 0, limit: 100 };
    const list = paginate(clientWith(fetch).client.listFileVersionRetentions, { query });
    expect(await idsOf(list)).toEqual(many(0, 50).flatMap(({ id }) => (Number(id) % 3 > 0 ? [id] : [])));
  });

  it("with 99 empty pages in a row, twice", async () => {
    const { ids, error } = await through("marker", (index) => ({
      entries: index % 100 === 99 ? [entry(index)] : [],
      limit: 1,
      next_marker: index < 199 ? `m${index}` : null,
    }));
    expect([ids, error]).toEqual([["99", "199"], undefined]);
  });

  it("with entries that come again because others were inserted before them", async () => {
    // Nine inserts, each between two requests: with a page size of 1 the same entry comes ten times.
    const { ids, error } = await through("offset", (index) => ({
      entries: [entry(Math.max(0, index - 9))],
      limit: 1,
      total_count: 11 + Math.min(9, index),
    }));
    expect(error).toBeUndefined();
    expect(new Set(ids).size).toBe(11);
  });

  it("once each by offset, if a page has more entries than its limit", async () => {
    const fetch = scriptedFetch(({ url }) => {
      const offset = Number(new URL(url).searchParams.get("offset"));
      return json({ entries: many(offset, 100).slice(0, 250 - offset), limit: 1, total_count: 250 });
    });
    const list = paginate(clientWith(fetch).client.listFileVersionRetentions, { query: { offset: 0 } });
    expect(await idsOf(list)).toEqual(many(0, 250).map(({ id }) => id));
    expect(fetch.sent).toHaveLength(3);
  });
});
