import { type Paginated, paginate } from "content-service-client";
import { describe, expect, it } from "vitest";
import { entry, idsOf, listed, page } from "../support/lists.js";

async function pagesOf<Page extends { entries: readonly unknown[] }>(list: Paginated<Page>): Promise<Page[]> {
  const pages: Page[] = [];
  for await (const each of list.pages()) pages.push(each);
  return pages;
}

const twice = expect.stringContaining("the same marker came twice, so the list would never end");

describe("paging by marker", () => {
  it("requests it, and follows each next_marker until there is none [PG-2]", async () => {
    const { client, queries } = listed(
      page(["1", "2"], { next_marker: "a&b" }),
      page(["3"], { next_marker: "c" }),
      page(["4"], { next_marker: "" }),
    );
    const items = await idsOf(paginate(client.listFileVersionRetentions, { query: { policy_id: "8501", limit: 2 } }));
    expect(items).toEqual(["1", "2", "3", "4"]);
    expect(queries()).toEqual([
      "?policy_id=8501&limit=2&usemarker=true",
      "?policy_id=8501&limit=2&usemarker=true&marker=a%26b",
      "?policy_id=8501&limit=2&usemarker=true&marker=c",
    ]);
  });

  it("does not request it if a list has no other paging", async () => {
    const { client, queries } = listed({ entries: [], limit: 2, next_marker: "a" }, { entries: [], limit: 2 });
    for await (const _ of paginate(client.listEnterpriseMetadataTemplates));
    expect(queries()).toEqual(["", "?marker=a"]);
  });

  it("rejects a marker that repeats after a while [PG-2]", async () => {
    const [a, b] = ["a", "b"].map((next_marker) => page(["1"], { next_marker }));
    const { client, fetch } = listed(a ?? {}, b ?? {}, a ?? {});
    const error = { name: "ApiError", status: 200, operation: "listFileVersionRetentions", message: twice };
    await expect(idsOf(paginate(client.listFileVersionRetentions))).rejects.toMatchObject(error);
    expect(fetch.sent).toHaveLength(3);
  });

  it("sends the marker of a metadata query in the body, with the other values [PG-3]", async () => {
    const { client, fetch, queries } = listed(
      { entries: [{ type: "file", id: "1" }], limit: 1, next_marker: "a" },
      { entries: [{ type: "folder", id: "2" }], limit: 1 },
    );
    const body = { from: "enterprise_7001.contract", ancestor_folder_id: "0", limit: 1 };
    const items = await idsOf(paginate(client.queryMetadata, { body }));
    expect(items).toEqual(["1", "2"]);
    expect(fetch.sent.map((sent) => JSON.parse(sent.body ?? ""))).toEqual([body, { ...body, marker: "a" }]);
    expect(queries()).toEqual(["", ""]);
  });
});

it("rejects when the caller's own marker repeats, before any item repeats [PG-2] [PG-3]", async () => {
  const body = { from: "enterprise_7001.contract", ancestor_folder_id: "0", marker: "kept" };
  const { client, list, fetch } = listed(page(["3"], { next_marker: "kept" }));
  for (const items of [paginate(list, { query: { marker: "kept" } }), paginate(client.queryMetadata, { body })])
    await expect(idsOf(items)).rejects.toMatchObject({ message: twice });
  expect(fetch.sent).toHaveLength(2);
});

describe("paging by offset", () => {
  const fromZero = { query: { offset: 0, limit: 5 } };

  it("continues by the returned limit, not the requested one, and ignores a marker [PG-1]", async () => {
    const { client, queries } = listed(
      page(["1", "2"], { offset: 0, limit: 2, total_count: 5, next_marker: "a" }),
      page(["3"], { offset: 2, limit: 2, total_count: 5 }),
      page(["5"], { offset: 4, limit: 2, total_count: 5 }),
    );
    const items = await idsOf(paginate(client.listFileVersionRetentions, fromZero));
    expect(items).toEqual(["1", "2", "3", "5"]);
    expect(queries()).toEqual(["?offset=0&limit=5", "?offset=2&limit=5", "?offset=4&limit=5"]);
  });

  it("counts the entries if the service returns neither total nor limit", async () => {
    const { client, queries } = listed(
      { entries: [entry("1"), entry("2")] },
      { entries: [entry("3")] },
      { entries: [], limit: 5 },
    );
    await expect(idsOf(paginate(client.listFileVersionRetentions, fromZero))).resolves.toHaveLength(3);
    expect(queries()).toEqual(["?offset=0&limit=5", "?offset=2&limit=5", "?offset=3&limit=5"]);
  });

  it("is used when the caller sets usemarker to false, and sends every other option with each page", async () => {
    const { client, fetch, queries } = listed(
      page(["1"], { limit: 1, total_count: 2 }),
      page(["2"], { total_count: 2 }),
    );
    const options = { path: { legal_hold_policy_assignment_id: "8101" }, header: { "As-User": "1004" } };
    const items = paginate(client.listFilesOnHold, { ...options, query: { offset: 0, usemarker: false } });
    await expect(idsOf(items)).resolves.toHaveLength(2);
    expect(queries()).toEqual(["?offset=0&usemarker=false", "?offset=1&usemarker=false"]);
    expect(fetch.sent.map(({ headers }) => headers.get("as-user"))).toEqual(["1004", "1004"]);
  });
});

it("reads an offset given as text, as JavaScript can, as its number [PG-1]", async () => {
  const { client, queries } = listed(
    page(["1", "2"], { offset: 0, limit: 2, total_count: 3 }),
    page(["3"], { offset: 2, limit: 2, total_count: 3 }),
  );
  const text: object = { offset: "0" };
  expect(await idsOf(paginate(client.listFileVersionRetentions, { query: text }))).toHaveLength(3);
  expect(queries()).toEqual(["?offset=0", "?offset=2"]);
  for (const offset of ["ten", "", null, NaN, [], true]) {
    const query = { offset: offset as number };
    await expect(idsOf(paginate(client.listFileVersionRetentions, { query }))).rejects.toThrow(
      new TypeError("query.offset must be a number, 0 or more"),
    );
  }
  expect(queries()).toHaveLength(2);
});

describe("the last page within maxItems", () => {
  it("asks only for the entries that are left, so its marker resumes after them [PG-2]", async () => {
    const { client, queries } = listed(
      page(["1", "2"], { next_marker: "a" }),
      page(["3"], { limit: 1, next_marker: "b" }),
    );
    const query = { policy_id: "8501", limit: 2 };
    const pages = await pagesOf(paginate(client.listFileVersionRetentions, { query, maxItems: 3, prefetch: 1 }));
    expect(pages.map(({ entries, next_marker }) => [entries.length, next_marker])).toEqual([
      [2, "a"],
      [1, "b"],
    ]);
    expect(queries().map((one) => new URLSearchParams(one).get("limit"))).toEqual(["2", "1"]);
  });

  it("asks so in the body of a metadata query, too, and never for less than an entry [PG-3]", async () => {
    const { client, fetch } = listed({ entries: [{ type: "file", id: "1" }], limit: 1, next_marker: "a" });
    const body = { from: "enterprise_7001.contract", ancestor_folder_id: "0", limit: 5 };
    await pagesOf(paginate(client.queryMetadata, { body, maxItems: 0.5 }));
    expect(fetch.sent.map((sent) => JSON.parse(sent.body ?? ""))).toEqual([{ ...body, limit: 1 }]);
  });
});

describe("a page", () => {
  it.each([{}, { a: 1 }, { deep: [] }])("whose marker is not a string rejects: %j", async (next_marker) => {
    const { client } = listed(page(["1"], { next_marker }));
    await expect(idsOf(paginate(client.listFileVersionRetentions))).rejects.toThrow(
      "listFileVersionRetentions: the marker is not a string, so the list would never end",
    );
  });

  it.each([0, -1, "2", 1e-300, 0.5, true, { valueOf: 1, toString: 1 }])("whose limit is %j rejects", async (limit) => {
    const { client } = listed(page(["1"], { limit, total_count: 5 }));
    const items = idsOf(paginate(client.listFileVersionRetentions, { query: { offset: 0 } }));
    await expect(items).rejects.toThrow("listFileVersionRetentions: the page has no limit");
  });
});
