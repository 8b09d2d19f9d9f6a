import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as client from "content-service-client";
import * as bytes from "content-service-client/bytes";
import * as openapi from "content-service-client/openapi";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { generateClient } from "../../codegen/src/generate-client.js";
import { manualClock } from "../../support/manual-clock.js";
import { temporaryFolder } from "../../support/temporary-folder.js";
import { json, scriptedFetch } from "../support/scripted-fetch.js";

/** The generated operations of one small document, `operation` at `path`. */
async function operationsOf(operation: object, { path = "/things", method = "get", ...document }: Document = {}) {
  const contract = join(temporaryFolder(), "made.json");
  const responses = { 200: { description: "D", content: { "application/json": { schema: { type: "object" } } } } };
  const paths = { [path]: { [method]: { operationId: "call", responses, ...operation } } };
  const info = { title: "T", version: "1" };
  await writeFile(contract, JSON.stringify({ openapi: "3.1.0", info, paths, ...document }));
  const { files, notes } = await generateClient({ contract, overlays: [], title: "made.json", standalone: true });
  expect(notes).toEqual([]);
  const { outputText } = ts.transpileModule(files["operations.ts"] ?? "", {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  const modules: Record<string, object> = {
    "content-service-client": client,
    "content-service-client/bytes": bytes,
    "content-service-client/openapi": openapi,
  };
  const exported: { operations?: { call: client.OperationDefinition<Call> } } = {};
  new Function("exports", "require", outputText)(exported, (name: string) => modules[name]);
  if (!exported.operations) throw new Error("no operations");
  return exported.operations;
}

interface Document {
  readonly path?: string;
  readonly method?: string;
  readonly security?: readonly object[];
  readonly servers?: readonly object[];
  readonly components?: object;
}
type Call = (options?: object) => client.CallPromise<unknown>;

const baseUrl = "https://api.example/v1";

/** Calls the operation, and returns what was sent: the URL below the base, and the headers and the body. */
async function sentBy(
  operation: object,
  options: object,
  document?: Document,
  auth: client.TokenSource | string = "t",
) {
  let body = "";
  const fetch = scriptedFetch(async ({ init }) => {
    body = await new Response(init.body ?? null).text();
    return json({});
  });
  const operations = await operationsOf(operation, document);
  await client.createPartialClient(operations, { baseUrl, auth, fetch, retry: false }).call(options);
  const [request] = fetch.sent;
  const { "user-agent": _, ...headers } = Object.fromEntries(new Headers(request?.headers));
  return { url: request?.url.replace(baseUrl, ""), ...headers, body };
}

const parameter = (place: string, name: string, more: object, schema: object = { type: "object" }) => ({
  ...{ parameters: [{ name, in: place, required: place === "path", schema, ...more }] },
});
const list = { type: "array", items: { type: "string" } };
const text = { type: "string" };
const color = { R: 100, G: "a b" };
const explode = true;

describe("a generated operation writes a parameter", () => {
  it.each<[string, object, object, object, Document?]>([
    [
      "path, simple, text",
      parameter("path", "p", {}, text),
      { path: { p: "a,b" } },
      { url: "/a%2Cb" },
      { path: "/{p}" },
    ],
    [
      "path, simple, list",
      parameter("path", "p", {}, list),
      { path: { p: ["a", "b,c"] } },
      { url: "/a,b%2Cc" },
      { path: "/{p}" },
    ],
    [
      "path, simple, object",
      parameter("path", "p", {}),
      { path: { p: color } },
      { url: "/R,100,G,a%20b" },
      { path: "/{p}" },
    ],
    [
      "path, simple, exploded object",
      parameter("path", "p", { explode }),
      { path: { p: color } },
      { url: "/R=100,G=a%20b" },
      { path: "/{p}" },
    ],
    [
      "path, label, text",
      parameter("path", "p", { style: "label" }, text),
      { path: { p: "a" } },
      { url: "/.a" },
      { path: "/{p}" },
    ],
    [
      "path, label, list",
      parameter("path", "p", { style: "label" }, list),
      { path: { p: ["a", "b"] } },
      { url: "/.a,b" },
      { path: "/{p}" },
    ],
    [
      "path, label, exploded list",
      parameter("path", "p", { style: "label", explode }, list),
      { path: { p: ["a", "b"] } },
      { url: "/.a.b" },
      { path: "/{p}" },
    ],
    [
      "path, label, exploded object",
      parameter("path", "p", { style: "label", explode }),
      { path: { p: color } },
      { url: "/.R=100.G=a%20b" },
      { path: "/{p}" },
    ],
    [
      "path, matrix, text",
      parameter("path", "p", { style: "matrix" }, text),
      { path: { p: "a/b" } },
      { url: "/x;p=a%2Fb" },
      { path: "/x{p}" },
    ],
    [
      "path, matrix, list",
      parameter("path", "p", { style: "matrix" }, list),
      { path: { p: ["a", "b"] } },
      { url: "/;p=a,b" },
      { path: "/{p}" },
    ],
    [
      "path, matrix, exploded list",
      parameter("path", "p", { style: "matrix", explode }, list),
      { path: { p: ["a", "b"] } },
      { url: "/;p=a;p=b" },
      { path: "/{p}" },
    ],
    [
      "path, matrix, object",
      parameter("path", "p", { style: "matrix" }),
      { path: { p: color } },
      { url: "/;p=R,100,G,a%20b" },
      { path: "/{p}" },
    ],
    [
      "path, matrix, exploded object",
      parameter("path", "p", { style: "matrix", explode }),
      { path: { p: color } },
      { url: "/;R=100;G=a%20b" },
      { path: "/{p}" },
    ],
    [
      "query, form, exploded list",
      parameter("query", "q", {}, list),
      { query: { q: ["a", "b"] } },
      { url: "/things?q=a&q=b" },
    ],
    [
      "query, form, list",
      parameter("query", "q", { explode: false }, list),
      { query: { q: ["a", "b"] } },
      { url: "/things?q=a,b" },
    ],
    [
      "query, form, exploded object",
      parameter("query", "q", {}),
      { query: { q: { "a&b": 1, c: "d" } } },
      { url: "/things?a%26b=1&c=d" },
    ],
    [
      "query, form, object",
      parameter("query", "q", { explode: false }),
      { query: { q: color } },
      { url: "/things?q=R,100,G,a%20b" },
    ],
    [
      "query, spaceDelimited",
      parameter("query", "q", { style: "spaceDelimited", explode: false }, list),
      { query: { q: ["a", "b"] } },
      { url: "/things?q=a%20b" },
    ],
    [
      "query, pipeDelimited",
      parameter("query", "q", { style: "pipeDelimited", explode: false }, list),
      { query: { q: ["a", "b"] } },
      { url: "/things?q=a%7Cb" },
    ],
    [
      "query, pipeDelimited, object",
      parameter("query", "q", { style: "pipeDelimited", explode: false }),
      { query: { q: { a: 1 } } },
      { url: "/things?q=a%7C1" },
    ],
    [
      "query, deepObject",
      parameter("query", "q", { style: "deepObject", explode }),
      { query: { q: { a: { b: 1 }, c: ["d"] } } },
      { url: "/things?q[a][b]=1&q[c][0]=d" },
    ],
    [
      "query, JSON",
      { parameters: [{ name: "q", in: "query", content: { "application/json": { schema: { type: "object" } } } }] },
      { query: { q: { a: 1 } } },
      { url: "/things?q=%7B%22a%22%3A1%7D" },
    ],
    ["header, list", parameter("header", "X-H", {}, list), { header: { "X-H": ["a", "b"] } }, { "x-h": "a,b" }],
    ["header, object", parameter("header", "X-H", {}), { header: { "X-H": { a: 1 } } }, { "x-h": "a,1" }],
    [
      "header, exploded object",
      parameter("header", "X-H", { explode }),
      { header: { "X-H": { a: 1, b: true } } },
      { "x-h": "a=1,b=true" },
    ],
    ["cookie, text", parameter("cookie", "c", {}, text), { cookie: { c: "a b" } }, { cookie: "c=a%20b" }],
    [
      "cookie, list",
      parameter("cookie", "c", { explode: false }, list),
      { cookie: { c: ["a", "b"] } },
      { cookie: "c=a%2Cb" },
    ],
    [
      "cookie, exploded object",
      parameter("cookie", "c", {}),
      { cookie: { c: { a: 1, b: 2 } } },
      { cookie: "a=1; b=2" },
    ],
  ])("in %s [OD-10]", async (_, operation, options, expected, document) => {
    expect(await sentBy(operation, options, document)).toMatchObject(expected);
  });

  it.each([
    ["an empty segment", parameter("path", "p", {}, list), { path: { p: [] } }, "path.p must not be empty, . or .."],
    [
      "a segment that leaves the path",
      parameter("path", "p", { style: "label" }, text),
      { path: { p: "." } },
      "path.p must not be",
    ],
    [
      "an object in a list",
      parameter("header", "p", {}, list),
      { header: { p: [{}] } },
      "header.p must consist of strings",
    ],
  ])("not with %s, which is a TypeError [OD-10]", async (_, operation, options, message) => {
    const path = "path" in options ? "/{p}" : "/things";
    await expect(sentBy(operation, options, { path })).rejects.toThrow(new RegExp(`^${message}`));
  });

  it("not as a cookie in a browser, which is a TypeError [OD-10]", async () => {
    Object.assign(globalThis, { origin: "https://page.example" });
    try {
      const sent = sentBy(parameter("cookie", "c", {}, text), { cookie: { c: "a" } });
      await expect(sent).rejects.toThrow("a browser sends only its own cookies");
    } finally {
      Reflect.deleteProperty(globalThis, "origin");
    }
  });
});

const body = (type: string, schema: object) => ({ requestBody: { content: { [type]: { schema } } } });

describe("a generated operation sends a body", () => {
  it.each([
    ["application/json", { type: "object" }, { a: 1 }, '{"a":1}'],
    ["application/vnd.made+json", { type: "object" }, { a: 1 }, '{"a":1}'],
    ["application/x-www-form-urlencoded", { type: "object" }, { a: ["b", "c d"] }, "a=b&a=c+d"],
    ["text/plain", text, "hello", "hello"],
    ["application/octet-stream", text, new TextEncoder().encode("bytes"), "bytes"],
    ["multipart/form-data", { type: "object" }, { a: "b" }, /name="a"\r\n\r\nb\r\n/],
  ])("of %s [OD-5]", async (type, schema, value, expected) => {
    const sent = await sentBy(body(type, schema), { body: value }, { method: "post" });
    const { "content-type": sentType } = sent as Readonly<Record<string, unknown>>;
    expect(sentType).toMatch(type);
    expect(sent.body).toMatch(expected);
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
const components = { securitySchemes };
const needs = (...names: string[]) => ({ security: [Object.fromEntries(names.map((name) => [name, []]))] });

describe("a generated operation sends the credentials of its document", () => {
  it.each<[string, object, Record<string, openapi.Credential>, object]>([
    ["an API key in a header", needs("header_key"), { header_key: "k" }, { "x-key": "k" }],
    ["an API key in the query", needs("query_key"), { query_key: "k&" }, { url: "/things?a=b&key=k%26" }],
    ["an API key in a cookie", needs("cookie_key"), { cookie_key: "k" }, { cookie: "key=k" }],
    [
      "Basic",
      needs("basic"),
      { basic: { username: "ann", password: "pä:ss" } },
      { authorization: "Basic YW5uOnDDpDpzcw==" },
    ],
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
  ])("%s [OD-9]", async (_, operation, given, expected) => {
    const credentials = ["authorization", "x-key", "cookie"];
    const auth = openapi.credentials({ ...given });
    const sent = await sentBy(operation, { query: { a: "b" } }, { components }, auth);
    expect(sent).toMatchObject(expected);
    for (const name of credentials) if (!(name in expected)) expect(sent).not.toHaveProperty(name);
  });

  it.each([
    ["nothing is required", { security: [] }],
    ["the requirement is optional", { security: [{ header_key: [] }, {}] }],
    ["only a certificate is", needs("tls")],
  ])("none where %s [OD-9]", async (_, operation) => {
    const document = { components, security: [{ bearer: [] }] };
    const sent = await sentBy(operation, {}, document, "token-1");
    for (const name of ["authorization", "x-key", "cookie"]) expect(sent).not.toHaveProperty(name);
  });

  it("a token that is no credential by name only as Bearer, and names the schemes that are missing [OD-9]", async () => {
    const either = { security: [{ header_key: [], basic: [] }, { bearer: [] }] };
    expect(await sentBy(either, {}, { components }, "token-1")).toMatchObject({ authorization: "Bearer token-1" });
    await expect(sentBy(needs("header_key", "basic"), {}, { components }, "token-1")).rejects.toThrow(
      new TypeError("auth must be credentials of { header_key, basic } for call"),
    );
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
    const operations = await operationsOf(needs("query_key", "basic"), { components });
    const made = client.createPartialClient(operations, { baseUrl, auth, fetch });
    const error: unknown = await made.call().catch((one: unknown) => one);
    expect(fetch.sent.map(({ url }) => url)).toEqual([`${baseUrl}/things?key=first`, `${baseUrl}/things?key=second`]);
    expect(asked).toEqual([undefined, "first"]);
    expect(JSON.stringify(error)).not.toMatch(/second|p4ssw0rd/);
    expect(JSON.stringify(error)).toContain("[secret]");
  });

  it("to a server of its own, and to no other address [OD-9] [OD-10]", async () => {
    const operation = { ...needs("header_key"), servers: [{ url: "https://files.example/v2" }] };
    const auth = openapi.credentials({ header_key: "k" });
    const document = { components, servers: [{ url: baseUrl }] };
    expect(await sentBy(operation, {}, document, auth)).toMatchObject({
      url: "https://files.example/v2/things",
      "x-key": "k",
    });
    const insecure = { ...operation, servers: [{ url: "http://files.example" }] };
    await expect(sentBy(insecure, {}, document, auth)).rejects.toThrow("server must be a plain https: URL");
    const fetch = scriptedFetch(() => json({}));
    const made = client.createPartialClient(await operationsOf(operation, document), { baseUrl, auth, fetch });
    const path = "/things" as "/users/me";
    await made.http.GET(path, { baseUrl: "https://other.example" });
    expect(fetch.sent[0]?.url).toBe("https://other.example/things");
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
const success = (schema: object) => ({ 200: { description: "D", content: { "application/json": { schema } } } });
const wrapped = { type: "object", properties: { data: { type: "object", properties: { all: items } } } };

describe("paginate reads a generated list", () => {
  it.each<[string, object, object, (query: URLSearchParams) => Response]>([
    [
      "by page number",
      { items: "data.all", page: "page" },
      wrapped,
      (query) => {
        const page = Number(query.get("page"));
        return json({ data: { all: page < 3 ? [page * 2 - 1, page * 2] : page === 3 ? [5] : [] } });
      },
    ],
    [
      "by page number up to the last",
      { items: "data.all", page: "p", first: 0, last: "data.last" },
      wrapped,
      (query) => {
        const page = Number(query.get("p"));
        if (page > 2) throw new Error("there is no such page");
        return json({ data: { all: [[1, 2], [3, 4], [5]][page], last: 2 } });
      },
    ],
    [
      "by offset",
      { items: "data.all", offset: "skip" },
      wrapped,
      (query) => json({ data: { all: [1, 2, 3, 4, 5].slice(Number(query.get("skip"))).slice(0, 2) } }),
    ],
    [
      "by cursor",
      { items: "data.all", cursor: "marker", next: "meta.cursor" },
      wrapped,
      (query) => {
        const from = Number(query.get("marker") ?? 0);
        return json({
          data: { all: [1, 2, 3, 4, 5].slice(from, from + 2) },
          meta: { cursor: from < 4 ? `${from + 2}` : "" },
        });
      },
    ],
    [
      "by the URL of the next page",
      { items: "data.all", next: "next" },
      wrapped,
      (query) => {
        const from = Number(query.get("from") ?? 0);
        const next = from < 4 ? `https://api.example/v1/things?kind=a&from=${from + 2}` : null;
        return json({ data: { all: [1, 2, 3, 4, 5].slice(from, from + 2) }, next });
      },
    ],
    [
      "by Link",
      { link: true },
      items,
      (query) => {
        const from = Number(query.get("from") ?? 0);
        const next = from < 4 ? `, </v1/things?kind=a&from=${from + 2}>; title="a, b"; rel="last next"` : "";
        return json([1, 2, 3, 4, 5].slice(from, from + 2), 200, { link: `</v1/things>; rel="first"${next}` });
      },
    ],
  ])("%s [OD-11]", async (_, paging, schema, respond) => {
    const urls: URL[] = [];
    const fetch = scriptedFetch(({ url }) => {
      urls.push(new URL(url));
      return respond(new URL(url).searchParams);
    });
    const operations = await operationsOf({ "x-paging": paging, responses: success(schema) });
    const made = client.createPartialClient(operations, { baseUrl, auth: "t", fetch });
    // The types of a document that is made here are not known.
    const call = made.call as unknown as openapi.OtherList<{ query?: object }, unknown, number>;
    const pages = client.paginate(call, { query: { kind: "a" } });
    expect(await pages.toArray({ max: 100 })).toEqual([1, 2, 3, 4, 5]);
    expect(urls.every(({ searchParams }) => searchParams.get("kind") === "a")).toBe(true);
    const { value: first } = await client
      .paginate(call, { query: { kind: "a" }, maxItems: 1 })
      .pages()
      .next();
    expect(first).toMatchObject({ entries: [1], data: expect.anything() });
  });

  it("and rejects for a page without the list, or a description that is none [OD-11]", async () => {
    const operations = await operationsOf({
      "x-paging": { items: "data.all", page: "p" },
      responses: success(wrapped),
    });
    const made = client.createPartialClient(operations, { baseUrl, auth: "t", fetch: async () => Response.json({}) });
    const call = made.call as unknown as openapi.OtherList<{ query?: object }, unknown, number>;
    await expect(client.paginate(call).toArray({ max: 1 })).rejects.toThrow("call: data.all of the page is not a list");
    for (const [paging, message] of [
      [
        { items: "data.none", page: "p" },
        "GET /things: x-paging has the items data.none, and the response has no such list",
      ],
      [{ items: "data.all" }, "GET /things: x-paging needs one of page, offset, link and next"],
      [{ items: "data.all", cursor: "c", link: true }, "cursor needs next"],
      [{ pages: "p" }, "x-paging has no pages of this type"],
    ] as const)
      await expect(operationsOf({ "x-paging": paging, responses: success(wrapped) })).rejects.toThrow(message);
  });
});
