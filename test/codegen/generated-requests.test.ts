import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as client from "content-service-client";
import * as bytes from "content-service-client/bytes";
import * as openapi from "content-service-client/openapi";
import ts from "typescript";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { generateClient } from "../../codegen/src/generate-client.js";
import { manualClock } from "../../support/manual-clock.js";
import { temporaryFolder } from "../../support/temporary-folder.js";
import { json, scriptedFetch } from "../support/scripted-fetch.js";

const modules: Record<string, object> = {
  "content-service-client": client,
  "content-service-client/bytes": bytes,
  "content-service-client/openapi": openapi,
};
const baseUrl = "https://api.example/v1";
const folder = temporaryFolder(afterAll);
type Call = (options?: object) => client.CallPromise<unknown>;

/** An operation of a document: its path and method, `GET /things` by default, and what OpenAPI says of it. */
interface Operation {
  readonly path?: string;
  readonly method?: string;
  readonly [member: string]: unknown;
}

/** The operations that are generated from a document, each by its index: `call0`, `call1`. They succeed with JSON. */
async function generated(operations: readonly Operation[], document: object = {}) {
  const contract = join(folder, `${crypto.randomUUID()}.json`);
  const responses = { 200: { description: "D", content: { "application/json": { schema: { type: "object" } } } } };
  const paths = operations.map(({ path = "/things", method = "get", ...operation }, index) => [
    `/${index}${path}`,
    { [method]: { operationId: `call${index}`, responses, ...operation } },
  ]);
  const info = { title: "T", version: "1" };
  await writeFile(contract, JSON.stringify({ openapi: "3.1.0", info, paths: Object.fromEntries(paths), ...document }));
  const { files, notes } = await generateClient({ contract, overlays: [], title: "made.json", standalone: true });
  expect(notes).toEqual([]);
  const { outputText } = ts.transpileModule(files["operations.ts"] ?? "", {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  const exported: { operations?: Record<string, client.OperationDefinition<Call>> } = {};
  new Function("exports", "require", outputText)(exported, (name: string) => modules[name]);
  return exported.operations ?? expect.fail("no operations");
}

type Generated = Awaited<ReturnType<typeof generated>>;

/** Calls an operation, and returns what was sent: the URL after the base and the index, the headers and the body. */
async function sentBy(operations: Generated, index: number, options: object, auth: client.TokenSource | string = "t") {
  let body = "";
  const fetch = scriptedFetch(async ({ init }) => {
    body = await new Response(init.body ?? null).text();
    return json({});
  });
  const made = client.createPartialClient(operations, { baseUrl, auth, fetch, retry: false });
  await made[`call${index}`]?.(options);
  const [request] = fetch.sent;
  const { "user-agent": _, ...headers } = Object.fromEntries(new Headers(request?.headers));
  return { url: request?.url.replace(`${baseUrl}/${index}`, ""), ...headers, body };
}

const color = { R: 100, G: "a b" };
const content = { "application/json": { schema: { type: "object" } } };

/** A parameter with a value, as OpenAPI describes it, and what is sent: a URL, a header or a cookie. */
const parameters: readonly [
  place: "path" | "query" | "header" | "cookie",
  more: object,
  value: unknown,
  sent: string,
][] = [
  ["path", {}, "a,b", "/a%2Cb"],
  ["path", {}, ["a", "b,c"], "/a,b%2Cc"],
  ["path", {}, color, "/R,100,G,a%20b"],
  ["path", { explode: true }, color, "/R=100,G=a%20b"],
  ["path", { style: "label" }, "a", "/.a"],
  ["path", { style: "label" }, ["a", "b"], "/.a,b"],
  ["path", { style: "label", explode: true }, ["a", "b"], "/.a.b"],
  ["path", { style: "label", explode: true }, color, "/.R=100.G=a%20b"],
  ["path", { style: "matrix" }, "a/b", "/;p=a%2Fb"],
  ["path", { style: "matrix" }, ["a", "b"], "/;p=a,b"],
  ["path", { style: "matrix", explode: true }, ["a", "b"], "/;p=a;p=b"],
  ["path", { style: "matrix" }, color, "/;p=R,100,G,a%20b"],
  ["path", { style: "matrix", explode: true }, color, "/;R=100;G=a%20b"],
  ["query", {}, ["a", "b"], "/things?p=a&p=b"],
  ["query", { explode: false }, ["a", "b"], "/things?p=a,b"],
  ["query", {}, { "a&b": 1, c: "d" }, "/things?a%26b=1&c=d"],
  ["query", { explode: false }, color, "/things?p=R,100,G,a%20b"],
  ["query", { style: "spaceDelimited", explode: false }, ["a", "b"], "/things?p=a%20b"],
  ["query", { style: "pipeDelimited", explode: false }, ["a", "b"], "/things?p=a%7Cb"],
  ["query", { style: "pipeDelimited", explode: false }, { a: 1 }, "/things?p=a%7C1"],
  ["query", { style: "deepObject" }, { a: { b: 1 }, c: ["d"] }, "/things?p[a][b]=1&p[c][0]=d"],
  ["query", { content, schema: undefined }, { a: 1 }, "/things?p=%7B%22a%22%3A1%7D"],
  ["header", {}, ["a", "b"], "a,b"],
  ["header", {}, { a: 1 }, "a,1"],
  ["header", { explode: true }, { a: 1, b: true }, "a=1,b=true"],
  ["cookie", {}, "a b", "p=a%20b"],
  ["cookie", { explode: false }, ["a", "b"], "p=a%2Cb"],
  ["cookie", {}, { a: 1, b: 2 }, "a=1; b=2"],
];

/** An operation with a parameter `p` for a value. */
function withParameter(place: string, more: object, value: unknown): Operation {
  const items = { type: "string" };
  const schema = Array.isArray(value) ? { type: "array", items } : { type: typeof value };
  const path = place === "path" ? "/{p}" : "/things";
  return { path, parameters: [{ name: "p", in: place, required: place === "path", schema, ...more }] };
}

describe("a generated operation writes a parameter", async () => {
  const operations = await generated(parameters.map(([place, more, value]) => withParameter(place, more, value)));

  it.each(parameters.map((row, index) => [...row, index] as const))(
    "in the %s, %j: %j [OD-10]",
    async (place, _, value, expected, index) => {
      const received = await sentBy(operations, index, { [place]: { p: value } });
      const at = { path: "url", query: "url", header: "p", cookie: "cookie" }[place];
      expect(received).toHaveProperty(at, expected);
    },
  );

  it.each([
    ["an empty segment", "path", {}, [], "path.p must not be empty, . or .."],
    ["a segment that leaves the path", "path", { style: "label" }, ".", "path.p must not be"],
    ["an object in a list", "header", {}, [{}], "header.p must consist of strings"],
  ])("not with %s, which is a TypeError [OD-10]", async (_, place, more, value, message) => {
    const sent = sentBy(await generated([withParameter(place, more, value)]), 0, { [place]: { p: value } });
    await expect(sent).rejects.toThrow(new RegExp(`^${message}`));
  });

  it("not as a cookie in a browser, which is a TypeError [OD-10]", async () => {
    Object.assign(globalThis, { origin: "https://page.example" });
    onTestFinished(() => void Reflect.deleteProperty(globalThis, "origin"));
    const sent = sentBy(await generated([withParameter("cookie", {}, "a")]), 0, { cookie: { p: "a" } });
    await expect(sent).rejects.toThrow("a browser sends only its own cookies");
  });
});

describe("a generated operation sends a body", async () => {
  const bodies: [type: string, schema: string, value: unknown, sent: string | RegExp][] = [
    ["application/json", "object", { a: 1 }, '{"a":1}'],
    ["application/vnd.made+json", "object", { a: 1 }, '{"a":1}'],
    ["application/x-www-form-urlencoded", "object", { a: ["b", "c d"] }, "a=b&a=c+d"],
    ["text/plain", "string", "hello", "hello"],
    ["application/octet-stream", "string", new TextEncoder().encode("bytes"), "bytes"],
    ["multipart/form-data", "object", { a: "b" }, /name="a"\r\n\r\nb\r\n/],
  ];
  const operations = await generated(
    bodies.map(([type, schema]) => ({
      method: "post",
      requestBody: { content: { [type]: { schema: { type: schema } } } },
    })),
  );
  it.each(bodies.map((row, index) => [...row, index] as const))("of %s [OD-5]", async (type, _, body, sent, index) => {
    const received = await sentBy(operations, index, { body });
    expect(received).toHaveProperty("content-type", expect.stringContaining(type));
    expect(received.body).toMatch(sent);
  });
});

const securitySchemes = {
  header_key: { type: "apiKey", in: "header", name: "X-Key" },
  query_key: { type: "apiKey", in: "query", name: "key" },
  cookie_key: { type: "apiKey", in: "cookie", name: "key" },
  basic: { type: "http", scheme: "basic" },
  bearer: { type: "http", scheme: "bearer" },
  digest: { type: "http", scheme: "digest" },
  oauth: { type: "oauth2", flows: {} },
  tls: { type: "mutualTLS" },
};
const document = { components: { securitySchemes }, security: [{ bearer: [] }] };
const needs = (...names: string[]) => ({ security: [Object.fromEntries(names.map((name) => [name, []]))] });

describe("a generated operation sends the credentials of its document", async () => {
  const ann = { username: "ann", password: "pä:ss" };
  const rows: [what: string, Operation, auth: Record<string, openapi.Credential> | string, sent: object][] = [
    ["an API key in a header", needs("header_key"), { header_key: "k" }, { "x-key": "k" }],
    ["an API key in the query", needs("query_key"), { query_key: "k&" }, { url: "/things?a=b&key=k%26" }],
    ["an API key in a cookie", needs("cookie_key"), { cookie_key: "k" }, { cookie: "key=k" }],
    ["Basic", needs("basic"), { basic: ann }, { authorization: "Basic YW5uOnDDpDpzcw==" }],
    ["Bearer", needs("bearer"), { bearer: "token-1" }, { authorization: "Bearer token-1" }],
    ["another scheme", needs("digest"), { digest: "abc" }, { authorization: "Digest abc" }],
    ["OAuth 2.0", needs("oauth"), { oauth: () => "token-2" }, { authorization: "Bearer token-2" }],
    [
      "two at once",
      needs("header_key", "query_key"),
      { header_key: "1", query_key: "2" },
      { "x-key": "1", url: "/things?a=b&key=2" },
    ],
    [
      "the first alternative that is there",
      { security: [{ basic: [] }, { header_key: [] }] },
      { header_key: "k" },
      { "x-key": "k" },
    ],
    ["none where nothing is required", { security: [] }, "token-1", {}],
    ["none where the requirement is optional", { security: [{ header_key: [] }, {}] }, "token-1", {}],
    ["none where only a certificate is required", needs("tls"), "token-1", {}],
    [
      "a token without a name only as Bearer",
      { security: [{ header_key: [], basic: [] }, { bearer: [] }] },
      "token-1",
      { authorization: "Bearer token-1" },
    ],
  ];
  const operations = await generated(
    rows.map(([, operation]) => operation),
    document,
  );

  it.each(rows.map((row, index) => [...row, index] as const))("%s [OD-9]", async (_, __, given, expected, index) => {
    const auth = typeof given === "string" ? given : openapi.credentials(given);
    const sent = await sentBy(operations, index, { query: { a: "b" } }, auth);
    expect(sent).toMatchObject(expected);
    for (const name of ["authorization", "x-key", "cookie"])
      if (!(name in expected)) expect(sent).not.toHaveProperty(name);
  });

  it("and names the schemes that are missing, in a TypeError [OD-9]", async () => {
    const sent = sentBy(await generated([needs("header_key", "basic")], document), 0, {}, "token-1");
    await expect(sent).rejects.toThrow(new TypeError("auth must be credentials of { header_key, basic } for call0"));
  });

  it("of a function again after a 401, and none in an error or a printed client [OD-9]", async () => {
    const fetch = scriptedFetch((_, index) =>
      index === 0 ? json({}, 401) : json({ message: "no second p4ssw0rd" }, 400),
    );
    const asked: (string | undefined)[] = [];
    const auth = openapi.credentials({
      query_key({ rejected }) {
        asked.push(rejected);
        return rejected ? "second" : "first";
      },
      basic: { username: "ann", password: "p4ssw0rd" },
    });
    const made = client.createPartialClient(await generated([needs("query_key", "basic")], document), {
      baseUrl,
      auth,
      fetch,
    });
    const error: unknown = await made["call0"]?.().catch((one: unknown) => one);
    expect(fetch.sent.map(({ url }) => new URL(url).search)).toEqual(["?key=first", "?key=second"]);
    expect(asked).toEqual([undefined, "first"]);
    expect(JSON.stringify(error)).not.toMatch(/second|p4ssw0rd/);
    expect(JSON.stringify(error)).toContain("[secret]");
  });

  it("to a server of its own, and to no other address [OD-9] [OD-10]", async () => {
    const servers = ["https://files.example/v2", "http://files.example"].map((url) => [{ url }]);
    const both = servers.map((own) => ({ ...needs("header_key"), servers: own }));
    const operations = await generated(both, { ...document, servers: [{ url: baseUrl }] });
    const auth = openapi.credentials({ header_key: "k" });
    const url = "https://files.example/v2/0/things";
    expect(await sentBy(operations, 0, {}, auth)).toMatchObject({ url, "x-key": "k" });
    await expect(sentBy(operations, 1, {}, auth)).rejects.toThrow("server must be a plain https: URL");
    const fetch = scriptedFetch(() => json({}));
    const made = client.createPartialClient(operations, { baseUrl, auth, fetch });
    await made.http.GET("/0/things" as "/users/me", { baseUrl: "https://other.example" });
    expect(fetch.sent[0]?.url).toBe("https://other.example/0/things");
    expect(new Headers(fetch.sent[0]?.headers).get("x-key")).toBe(null);
  });

  it.each([
    [{ key: "" }, "credentials.key must be visible ASCII"],
    [{ key: { username: "a:b", password: "c" } }, "credentials.key must have a username without a colon"],
  ])("that a request can carry; %j is a TypeError [OD-9]", (given, message) => {
    expect(() => openapi.credentials(given)).toThrow(message);
  });
});

describe("clientCredentials", () => {
  const tokenUrl = "https://auth.example/oauth2/token";
  const settings = { tokenUrl, clientId: "my app", clientSecret: "s3cr3t+" };

  it("requests one token for all calls, and renews it before it expires and after a 401 [OD-9]", async () => {
    const clock = manualClock();
    let issued = 0;
    const fetch = scriptedFetch(() =>
      json({ access_token: `token-${++issued}`, token_type: "Bearer", expires_in: 3600 }),
    );
    const auth = openapi.clientCredentials({ ...settings, scope: "read", fetch, clock });
    expect(await Promise.all([auth({}), auth({}), auth({})])).toEqual(["token-1", "token-1", "token-1"]);
    expect(await auth({})).toBe("token-1");
    const [request] = fetch.sent;
    expect(request).toMatchObject({ url: tokenUrl, method: "POST", body: "grant_type=client_credentials&scope=read" });
    expect(new Headers(request?.headers).get("authorization")).toBe(`Basic ${btoa("my+app:s3cr3t%2B")}`);
    clock.advance(3600_000 - 60_000);
    expect(await auth({})).toBe("token-2");
    expect(await auth({ rejected: "token-1" })).toBe("token-2");
    expect(await auth({ rejected: "token-2" })).toBe("token-3");
  });

  it("authenticates in the body if asked to, and rejects with an AuthError without secrets [OD-9]", async () => {
    const fetch = scriptedFetch(() => json({ error: "invalid_client", error_description: "not s3cr3t+" }, 401));
    const parameters = { audience: "api" };
    const auth = openapi.clientCredentials({ ...settings, authenticateIn: "body", parameters, fetch });
    const error: unknown = await Promise.resolve(auth({})).catch((one: unknown) => one);
    expect(error).toBeInstanceOf(client.AuthError);
    expect(error).toMatchObject({ code: "invalid_client", retryable: false });
    expect(JSON.stringify(error)).not.toContain("s3cr3t");
    expect(fetch.sent[0]?.body).toBe(
      "grant_type=client_credentials&client_id=my+app&client_secret=s3cr3t%2B&audience=api",
    );
  });

  it.each([
    [{ tokenUrl: "http://auth.example/token" }, "tokenUrl must be a plain https: URL"],
    [{ clientSecret: "" }, "clientSecret must be a non-empty string"],
    [{ scopes: "read" }, "unknown option scopes"],
  ])("throws a TypeError for %j [OD-9]", (wrong, message) => {
    expect(() => openapi.clientCredentials({ ...settings, ...wrong })).toThrow(message);
  });
});

const items = { type: "array", items: { type: "integer" } };
const wrapped = { type: "object", properties: { data: { type: "object", properties: { all: items } } } };
const list = (paging: object, schema: object): Operation => ({
  "x-paging": paging,
  responses: { 200: { description: "D", content: { "application/json": { schema } } } },
});

describe("paginate reads a generated list", async () => {
  const all = [1, 2, 3, 4, 5];
  /** A list in pages of two by `from`, and where the next one starts. */
  const page = (from: number) => ({ entries: all.slice(from, from + 2), next: from < 4 ? from + 2 : undefined });
  const url = (start: string, next: number | undefined) => (next === undefined ? null : `${start}kind=a&from=${next}`);
  const rows: [kind: string, Operation, (query: (name: string) => number, path: string) => Response][] = [
    [
      "by page number",
      list({ items: "data.all", page: "page" }, wrapped),
      (query) => json({ data: { all: page(2 * query("page") - 2).entries } }),
    ],
    [
      "by page number up to the last",
      list({ items: "data.all", page: "p", first: 0, last: "data.last" }, wrapped),
      (query) =>
        query("p") > 2 ? expect.fail("no such page") : json({ data: { all: page(2 * query("p")).entries, last: 2 } }),
    ],
    [
      "by offset",
      list({ items: "data.all", offset: "skip" }, wrapped),
      (query) => json({ data: { all: page(query("skip")).entries } }),
    ],
    [
      "by cursor",
      list({ items: "data.all", cursor: "marker", next: "meta.cursor" }, wrapped),
      (query) => {
        const { entries, next = "" } = page(query("marker"));
        return json({ data: { all: entries }, meta: { cursor: `${next}` } });
      },
    ],
    [
      "by the URL of the next page",
      list({ items: "data.all", next: "next" }, wrapped),
      (query, path) => {
        const { entries, next } = page(query("from"));
        return json({ data: { all: entries }, next: url(`https://api.example${path}?`, next) });
      },
    ],
    [
      "by Link",
      list({ link: true }, items),
      (query, path) => {
        const { entries, next } = page(query("from"));
        const more = next && `, <${url(`${path}?`, next)}>; title="a, b"; rel="last next"`;
        return json(entries, 200, { link: `<${path}>; rel="first"${more ?? ""}` });
      },
    ],
  ];
  const operations = await generated(rows.map(([, operation]) => operation));
  // The types of a document that is made here are not known.
  const callOf = (index: number, fetch: client.FetchLike) =>
    client.createPartialClient(operations, { baseUrl, auth: "t", fetch })[
      `call${index}`
    ] as unknown as openapi.OtherList<{ query?: object }, unknown, number>;

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
    const first = await client
      .paginate(call, { ...options, maxItems: 1 })
      .pages()
      .next();
    expect(first.value).toMatchObject({ entries: [1], data: expect.anything() });
  });

  it("and rejects for a page without the list, or a description that is none [OD-11]", async () => {
    const empty = callOf(0, async () => Response.json({}));
    await expect(client.paginate(empty).toArray({ max: 1 })).rejects.toThrow(
      "call0: data.all of the page is not a list",
    );
    const noItems = "GET /0/things: x-paging has the items data.none, and the response has no such list";
    for (const [paging, message] of [
      [{ items: "data.none", page: "p" }, noItems],
      [{ items: "data.all" }, "GET /0/things: x-paging needs one of page, offset, link and next"],
      [{ items: "data.all", cursor: "c", link: true }, "cursor needs next"],
      [{ pages: "p" }, "x-paging has no pages of this type"],
    ] as const)
      await expect(generated([list(paging, wrapped)])).rejects.toThrow(message);
  });
});
