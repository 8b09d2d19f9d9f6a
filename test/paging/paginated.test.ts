import { isApiError, paginate } from "content-service-client";
import { describe, expect, it } from "vitest";
import { clientWith } from "../support/client-with.js";
import { json, never, scriptedFetch } from "../support/scripted-fetch.js";

/** A list of numbered items, two a page, whose end no test here should reach. */
function numbers() {
  const fetch = scriptedFetch((_, index) => {
    const entries = [
      { type: "file_version_retention", id: `${2 * index + 1}` },
      { type: "file_version_retention", id: `${2 * index + 2}` },
    ];
    return json({ entries, limit: 2, next_marker: `after-${index}` }, index < 10 ? 200 : 400);
  });
  const { client } = clientWith(fetch);
  return { client, list: client.listFileVersionRetentions, sent: fetch.sent };
}

async function ids(items: AsyncIterable<{ id: string }>): Promise<string[]> {
  const collected: string[] = [];
  for await (const { id } of items) collected.push(id);
  return collected;
}

describe("what paginate returns", () => {
  it("asks for nothing until it is looped over", () => {
    const { list, sent } = numbers();
    paginate(list);
    paginate(list).pages();
    expect(sent).toEqual([]);
  });

  it("fetches a page only when the loop comes to it, and none after a break", async () => {
    const { list, sent } = numbers();
    const seen: [id: string, pages: number][] = [];
    for await (const { id } of paginate(list)) {
      seen.push([id, sent.length]);
      if (id === "3") break;
    }
    expect(seen).toEqual([
      ["1", 1],
      ["2", 1],
      ["3", 2],
    ]);
    expect(sent).toHaveLength(2);
  });

  it("starts anew with each loop", async () => {
    const { list, sent } = numbers();
    const some = paginate(list, { limit: 2 });
    await ids(some);
    await ids(some);
    expect(sent.map(({ url }) => new URL(url).searchParams.get("marker"))).toEqual([null, null]);
  });

  it.each([
    [0, [], 0],
    [1, ["1"], 1],
    [2, ["1", "2"], 1],
    [3, ["1", "2", "3"], 2],
  ])(
    "gives %i items at most where that is the limit, and fetches no page beyond it",
    async (limit, expected, pages) => {
      const { list, sent } = numbers();
      await expect(ids(paginate(list, { limit }))).resolves.toEqual(expected);
      expect(sent).toHaveLength(pages);
      // The number of items is the loop's own business, and the page size another thing.
      for (const { url } of sent) expect(new URL(url).search).not.toContain("limit");
    },
  );

  it("leaves the page size to the query, also next to a limit of items", async () => {
    const { list, sent } = numbers();
    await ids(paginate(list, { query: { limit: 2 }, limit: 1 }));
    expect(new URL(sent[0]?.url ?? "").searchParams.get("limit")).toBe("2");
  });

  it.each([-1, Number.NaN, "all"])("cannot have a limit of %j", (limit) => {
    const { list } = numbers();
    // Plain JavaScript can pass anything.
    expect(() => paginate(list, { limit: limit as number })).toThrow(
      new TypeError("limit must be a number of items, 0 or more"),
    );
  });

  it("gives pages as the service sends them, and cuts the last where the limit is met", async () => {
    const { list } = numbers();
    const pages = [];
    for await (const page of paginate(list, { limit: 3 }).pages()) pages.push(page);
    expect(pages).toEqual([
      {
        entries: [expect.objectContaining({ id: "1" }), expect.objectContaining({ id: "2" })],
        limit: 2,
        next_marker: "after-0",
      },
      { entries: [expect.objectContaining({ id: "3" })], limit: 2, next_marker: "after-1" },
    ]);
  });

  it("hands on the very page that the operation gave where nothing is cut from it", async () => {
    const { list } = numbers();
    const given: object[] = [];
    // An operation of the caller's own, around that of the client.
    const wrapped: typeof list = Object.assign(
      async (...args: Parameters<typeof list>) => {
        const page = await list(...args);
        given.push(page);
        return page;
      },
      { operation: list.operation, info: list.info },
    );
    let pages = 0;
    for await (const page of paginate(wrapped, { limit: 4 }).pages()) expect(page).toBe(given[pages++]);
    expect(pages).toBe(2);
  });

  it("carries every other option with each page, and ends by the caller's signal", async () => {
    const { client } = numbers();
    const controller = new AbortController();
    const assignments = { path: { legal_hold_policy_assignment_id: "8101" }, header: { "As-User": "1004" } };
    const fetch = scriptedFetch(() => json({ entries: [{ id: "1" }], limit: 1, next_marker: "a" }), never);
    const { client: other } = clientWith(fetch);
    const items = paginate(other.listFilesOnHold, {
      ...assignments,
      query: { fields: ["name"] },
      signal: controller.signal,
    });
    const seen: unknown[] = [];
    await expect(
      (async () => {
        for await (const item of items) {
          seen.push(item);
          controller.abort("enough");
        }
      })(),
    ).rejects.toBe("enough");
    expect(seen).toHaveLength(1);
    expect(fetch.sent[0]?.url).toContain(
      "/legal_hold_policy_assignments/8101/files_on_hold?fields=name&usemarker=true",
    );
    expect(fetch.sent[0]?.headers.get("as-user")).toBe("1004");
    expect(client.listFilesOnHold).not.toBe(other.listFilesOnHold);
  });

  it("goes through the list of another user where the operation is that client's", async () => {
    const { client, sent } = numbers();
    await ids(paginate(client.asUser("1004").listFileVersionRetentions, { limit: 3 }));
    expect(sent.map(({ headers }) => headers.get("as-user"))).toEqual(["1004", "1004"]);
  });

  it("is a TypeError at once where the operation is no list", () => {
    const { client } = numbers();
    const refusal = new TypeError("operation must be a list of the client's, such as client.queryMetadata");
    // @ts-expect-error: getCurrentUser has no pages
    expect(() => paginate(client.getCurrentUser)).toThrow(refusal);
    // @ts-expect-error: nor has a function of the caller's own
    expect(() => paginate(async () => ({ entries: [] }))).toThrow(refusal);
    // @ts-expect-error: nor has nothing
    expect(() => paginate(undefined)).toThrow(refusal);
  });

  it.each([{}, { entries: null }, { entries: {} }])("is an ApiError where a page is %j", async (body) => {
    const { client } = clientWith(scriptedFetch(() => json(body)));
    const error: unknown = await ids(paginate(client.listFileVersionRetentions)).catch((cause: unknown) => cause);
    expect(isApiError(error) && error.message).toMatch(/the page has no entries/);
  });

  it("rejects with the error of the page that failed, after the items before it", async () => {
    const fetch = scriptedFetch(
      () => json({ entries: [{ id: "1" }], limit: 1, next_marker: "a" }),
      () => json({ code: "bad_request", message: "Unknown marker." }, 400),
    );
    const seen: string[] = [];
    const loop = async () => {
      for await (const { id } of paginate(clientWith(fetch).client.listFileVersionRetentions)) seen.push(id);
    };
    await expect(loop()).rejects.toMatchObject({ status: 400, code: "bad_request" });
    expect(seen).toEqual(["1"]);
  });
});
