import * as client from "content-service-client";
import { forEachItem } from "content-service-client/for-each-item";
import { credentials, type OtherList } from "content-service-client/openapi";
import { afterAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../../support/temporary-folder.js";
import { errorOf } from "../support/client-with.js";
import { json, scriptedFetch } from "../support/scripted-fetch.js";
import { baseUrl, generatedIn, type Operation } from "./generated-operations.js";

const generated = generatedIn(temporaryFolder(afterAll));

const items = { type: "array", items: { type: "integer" } };
const text = (...names: string[]) => Object.fromEntries(names.map((name) => [name, { type: "string" }]));
const shape = (properties: object) => ({ type: "object", properties });
const data = shape({ all: items, ...text("last") });
const wrapped = shape({ data, meta: shape(text("cursor")), "@odata.value": items, ...text("next", "@odata.nextLink") });

const list = (paging: { readonly [member: string]: unknown }, schema: object): Operation => ({
  "x-paging": paging,
  parameters: ["page", "offset", "cursor"].flatMap((way) =>
    paging[way] === undefined ? [] : [{ name: paging[way], in: "query", schema: { type: "string" } }],
  ),
  responses: { 200: { description: "D", content: { "application/json": { schema } } } },
});

describe("paginate reads a generated list", async () => {
  const all = [1, 2, 3, 4, 5];
  /** A list in pages of two by `from`, and where the next one starts. */
  const page = (from: number) => ({ entries: all.slice(from, from + 2), next: from < 4 ? from + 2 : undefined });
  const data = (paging: Parameters<typeof list>[0] & { [member: string]: unknown }) =>
    list({ items: "data.all", ...paging }, wrapped);
  const paged = (from: number, more = {}) => json({ data: { all: page(from).entries, ...more } });
  const url = (start: string, next: number | undefined) =>
    next === undefined ? null : `${start}kind=a&from=${next}&tag=a%26&tag=b`;
  const rows: [kind: string, Operation, (query: (name: string) => number, path: string) => Response][] = [
    ["by page number", data({ page: "page" }), (query) => paged(2 * query("page") - 2)],
    [
      "by page number up to the last",
      data({ page: "p", first: 0, last: "data.last" }),
      (query) => (query("p") > 2 ? expect.fail("no such page") : paged(2 * query("p"), { last: 2 })),
    ],
    ["by offset", data({ offset: "skip" }), (query) => paged(query("skip"))],
    [
      "by cursor",
      data({ cursor: "marker", next: "meta.cursor" }),
      (query) => {
        const { entries, next = "" } = page(query("marker"));
        return json({ data: { all: entries }, meta: { cursor: `${next}` } });
      },
    ],
    [
      "by the URL of the next page",
      data({ next: "next" }),
      (query, path) => {
        const { entries, next } = page(query("from"));
        return json({ data: { all: entries }, next: url(`https://api.example${path}?`, next) });
      },
    ],
    [
      "by a URL of which only the query is valid, in members whose names have dots",
      data({ items: "@odata.value", next: "@odata.nextLink" }),
      (query) => {
        const { entries, next } = page(query("from"));
        return json({ "@odata.value": entries, "@odata.nextLink": url("https://api.example:port/?", next) });
      },
    ],
    [
      "by Link",
      list({ link: true }, items),
      (query, path) => {
        const { entries, next } = page(query("from"));
        const more = next && `, <${url(`${path}?`, next)}>; title="a, \\"b\\"; rel=\\"prev\\""; rel="last next"`;
        // Of a repeated rel, the first counts.
        return json(entries, 200, { link: `<${path}?b>; title="; rel=next"; rel="first"; rel="next"${more ?? ""}` });
      },
    ],
  ];
  const operations = await generated(rows.map(([, operation]) => operation));
  // The types of a document that is made here are not known.
  const callOf = (index: number, fetch: client.FetchLike) =>
    client.createPartialClient(operations, { baseUrl, auth: "t", fetch })[`call${index}`] as unknown as OtherList<
      { query?: object },
      unknown,
      number
    >;

  it.each(rows.map((row, index) => [...row, index] as const))("%s [OD-11]", async (_, __, respond, index) => {
    const urls: URL[] = [];
    const fetch = scriptedFetch((request) => {
      const url = new URL(request.url);
      urls.push(url);
      return respond((name) => Number(url.searchParams.get(name) ?? 0), url.pathname);
    });
    const call = callOf(index, fetch);
    const options = { query: { kind: "a" } };
    expect(await client.paginate(call, options).toArray({ max: 100 })).toEqual(all);
    expect(urls.every(({ searchParams }) => searchParams.get("kind") === "a")).toBe(true);
    for (const { search, searchParams } of urls)
      if (search.includes("tag")) expect(searchParams.getAll("tag")).toEqual(["a&", "b"]);
    const first = await client
      .paginate(call, { ...options, maxItems: 1 })
      .pages()
      .next();
    expect(first.value).toMatchObject({ entries: [1], data: expect.anything() });
  });

  it("by URLs that repeat the API key, which it sends once and keeps out of the checkpoint [OD-9] [OD-11]", async () => {
    const components = { securitySchemes: { key: { type: "apiKey", in: "query", name: "api_key" } } };
    const operation = { ...list({ link: true }, items), security: [{ key: [] }] };
    const secured = await generated([operation], { components });
    const fetch = scriptedFetch(({ url }, index) =>
      json([index], 200, index < 2 ? { link: `<${url.replace(/&from=\d|$/, `&from=${index}`)}#top>; rel=next` } : {}),
    );
    const auth = credentials({ key: "s3cr3t" });
    const { call0 } = client.createPartialClient(secured, { baseUrl, auth, fetch });
    const checkpoints: string[] = [];
    const onPage = (checkpoint: object) => checkpoints.push(JSON.stringify(checkpoint));
    const untyped = call0 as unknown as OtherList<{ query?: object }, unknown, number>;
    await forEachItem(untyped, { query: { kind: "a" }, onPage }, () => {});
    const queries = fetch.sent.map(({ url }) => new URL(url).search);
    expect(queries).toEqual(["", "&from=0", "&from=1"].map((from) => `?kind=a${from}&api_key=s3cr3t`));
    expect(checkpoints).toHaveLength(3);
    expect(`${checkpoints}`).not.toContain("s3cr3t");
  });

  it.each(["/items/2", "/items/2?size=10", "not a URL"])(
    "and rejects for a next page by path: %s [OD-11]",
    async (next) => {
      const index = rows.findIndex(([kind]) => kind === "by the URL of the next page");
      const call = callOf(index, async () => json({ data: { all: [1] }, next }));
      const read: number[] = [];
      const error = await errorOf(client.paginate(call).toArray({ max: 9 }));
      expect(error).toMatchObject({ name: "ApiError", operation: `call${index}`, status: 200 });
      expect(String(error)).toContain(
        "the URL of the next page leads to the same page: the client uses only its query",
      );
      await forEachItem(call, {}, (item) => read.push(item)).catch(() => {});
      expect(read).toEqual([1]);
    },
  );

  it("and rejects for a page without the list, or a description that is none [OD-11]", async () => {
    const empty = callOf(0, async () => Response.json({}));
    const items = client.paginate(empty).toArray({ max: 1 });
    await expect(items).rejects.toThrow("call0: data.all of the page is not a list");
    for (const [paging, message] of [
      [{ items: "data.none", page: "p" }, "x-paging has the items data.none, and the response has no such list"],
      [{ items: "data.all", page: "p", last: "data.none" }, "the last data.none, and the response has no such member"],
      [{ items: "data.all", next: "nextt" }, "x-paging has the next nextt, and the response has no such member"],
      [{ items: "data.all" }, "GET /0/things: x-paging needs one of page, offset, link and next"],
      [{ items: "data.all", cursor: "c", link: true }, "cursor needs next"],
      [{ pages: "p" }, "x-paging has no pages of this type"],
    ] as const)
      await expect(generated([list(paging, wrapped)])).rejects.toThrow(message);
    const misspelled = { ...list({ page: "page" }, wrapped), "x-paging": { items: "data.all", page: "pagge" } };
    const problem = "x-paging names the query parameter pagge, and the operation has page";
    await expect(generated([misspelled])).rejects.toThrow(problem);
  });
});
