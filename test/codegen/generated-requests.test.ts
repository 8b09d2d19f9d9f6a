import * as client from "content-service-client";
import * as openapi from "content-service-client/openapi";
import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { manualClock } from "../../support/manual-clock.js";
import { temporaryFolder } from "../../support/temporary-folder.js";
import { errorOf } from "../support/client-with.js";
import { json, scriptedFetch } from "../support/scripted-fetch.js";
import { baseUrl, generatedIn, type Operation } from "./generated-operations.js";

const generated = generatedIn(temporaryFolder(afterAll));

type Generated = Awaited<ReturnType<typeof generated>>;

/** Calls an operation, and returns what was sent: the URL after the base and the index, the headers and the body. */
async function sentBy(
  operations: Generated,
  index: number,
  options: object,
  auth: client.TokenSource | string = "t",
): Promise<Readonly<Record<string, string | undefined>>> {
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

/** Where a request has the parameters of a place. */
const placed = { path: "url", query: "url", header: "p", cookie: "cookie" } as const;

/** A parameter with a value, as OpenAPI describes it, and what is sent: a URL, a header or a cookie. */
const parameters: readonly [place: keyof typeof placed, more: object, value: unknown, sent: string][] = [
  ["path", {}, "a,b", "/a%2Cb"],
  ["path", {}, ["a", "b,c"], "/a,b%2Cc"],
  ["path", {}, color, "/R,100,G,a%20b"],
  ["path", { explode: true }, color, "/R=100,G=a%20b"],
  ["path", { style: "label" }, "a", "/.a"],
  ["path", { style: "label", explode: true }, ["a", "b"], "/.a.b"],
  ["path", { style: "label", explode: true }, color, "/.R=100.G=a%20b"],
  ["path", { style: "matrix" }, "a/b", "/;p=a%2Fb"],
  ["path", { style: "matrix", explode: true }, ["a", "b"], "/;p=a;p=b"],
  ["path", { style: "matrix" }, color, "/;p=R,100,G,a%20b"],
  ["path", { style: "matrix", explode: true }, color, "/;R=100;G=a%20b"],
  ["query", {}, ["a", "b"], "/things?p=a&p=b"],
  ["query", { explode: false }, ["a", "b"], "/things?p=a,b"],
  ["query", {}, { "a&b": 1, c: "d" }, "/things?a%26b=1&c=d"],
  ["query", { explode: false }, color, "/things?p=R,100,G,a%20b"],
  ["query", { style: "spaceDelimited", explode: false }, ["a", "b"], "/things?p=a%20b"],
  ["query", { style: "pipeDelimited", explode: false }, ["a", "b"], "/things?p=a%7Cb"],
  ["query", { style: "deepObject" }, { a: { b: 1 }, c: ["d"] }, "/things?p[a][b]=1&p[c][0]=d"],
  ["query", { content, schema: undefined }, { a: 1 }, "/things?p=%7B%22a%22%3A1%7D"],
  ["header", {}, ["a", "b"], "a,b"],
  ["header", {}, { a: 1 }, "a,1"],
  ["header", { explode: true }, { a: 1, b: true }, "a=1,b=true"],
  ["cookie", {}, "a b", "p=a%20b"],
  ["cookie", {}, { a: 1, b: 2 }, "a=1; b=2"],
  ["cookie", {}, ["a", "b"], "p=a; p=b"],
];

/** Arrays without items and objects without members, which are not sent: the place, the parameter and its value. */
const nothing = (["query", "header", "cookie"] as const).flatMap((place) =>
  [{}, { explode: false }, { style: "pipeDelimited", explode: false }, { style: "spaceDelimited", explode: false }]
    .filter(({ style }) => !style || place === "query")
    .flatMap((more) => [[], {}, { a: undefined }].map((value) => [place, more, value] as const)),
);

type InvalidParameter = [what: string, place: keyof typeof placed, more: object, value: unknown, message: string];
const deep = { style: "deepObject", schema: { type: "object" } };
const invalidValues = [NaN, null, new Date(NaN), new Map()];

/** An operation with a parameter `p` for a value. */
function withParameter(place: string, more: object, value: unknown): Operation {
  const items = { type: "string" };
  const schema = Array.isArray(value) ? { type: "array", items } : { type: typeof value };
  const path = place === "path" ? "/{p}" : "/things";
  return { path, parameters: [{ name: "p", in: place, required: place === "path", schema, ...more }] };
}

describe("a generated operation writes a parameter", async () => {
  const schema = { type: "object", properties: { p: { type: "object" }, q: {} } };
  const operations = await generated(parameters.map(([place, more, value]) => withParameter(place, more, value)));

  const rows = parameters.map((row, index) => [...row, index] as const);
  it.each(rows)("in the %s, %j: %j [OD-10]", async (place, _, value, expected, index) => {
    const received = await sentBy(operations, index, { [place]: { p: value } });
    expect(received).toHaveProperty(placed[place], expected);
  });

  it("not without items or members, in any place and style [OD-10]", async () => {
    const made = await generated(nothing.map(([place, more, value]) => withParameter(place, more, value)));
    for (const [index, [place, , value]] of nothing.entries())
      expect(await sentBy(made, index, { [place]: { p: value } })).toEqual(await sentBy(made, index, {}));
    const content = { "application/x-www-form-urlencoded": { schema, encoding: { p: { explode: false } } } };
    const form = await generated([{ method: "post", requestBody: { content } }]);
    expect(await sentBy(form, 0, { body: { p: [], q: 1 } })).toHaveProperty("body", "q=1");
  });

  it.each([
    ["query.q", { query: { q: "mine", p: { q: "other" } } }],
    ["query.q", { query: { p: { q: "other" }, q: "mine" } }],
    ["query.ids", { query: { ids: [1], p: { ids: "7" } } }],
    ["query.n%5B%5D", { query: { "n[]": "1", p: { "n[]": "7" } } }],
    ["body.q", { body: { q: "mine", p: { q: "other" } } }],
  ])("not as a key of an object that is also another parameter: %s in %j [OD-10]", async (name, options) => {
    const parameters = [
      { name: "p", in: "query", schema },
      { name: "q", in: "query" },
    ].concat({ name: "n[]", in: "query" }, { name: "ids", in: "query", schema: { type: "array" } } as never);
    const content = { "application/x-www-form-urlencoded": { schema, encoding: { p: { explode: true } } } };
    const made = await generated([{ method: "post", parameters, requestBody: { content } }]);
    await expect(sentBy(made, 0, options)).rejects.toThrow(
      new TypeError(`${name} must be sent once: an object of the call has a key of that name`),
    );
    expect(await sentBy(made, 0, { query: { q: undefined, p: { q: "b" } } })).toHaveProperty("url", "/things?q=b");
  });

  const forms: [type: string, encoding: object, body: unknown, sent: string][] = [
    ["application/x-ndjson", {}, "{}\n{}\n", "{}\n{}\n"],
    ["application/x-www-form-urlencoded", { a: { explode: false } }, { a: [1, 2] }, "a=1%2C2"],
    ["application/x-www-form-urlencoded", { o: { style: "deepObject" } }, { o: { b: "&" } }, "o%5Bb%5D=%26"],
    ["application/x-www-form-urlencoded", {}, { o: { b: "c" } }, "o=%7B%22b%22%3A%22c%22%7D"],
    ["multipart/form-data", { a: { contentType: "application/json" } }, { a: [1, 2] }, "/json\r\n\r\n[1,2]\r\n"],
    [
      "multipart/form-data",
      { s: { contentType: "text/csv" } },
      { s: "b,c" },
      '"s"\r\nContent-Type: text/csv\r\n\r\nb,c',
    ],
    ["multipart/form-data", { o: { contentType: "application/json; v=2" } }, { o: {} }, "/json; v=2\r\n\r\n{}"],
  ];
  it.each(forms)("in the body, %s with %j: %j [OD-10]", async (type, encoding, body, expected) => {
    const properties = { a: { type: "array" }, o: { type: "object" }, s: { type: "string" } };
    const content = { [type]: { schema: { type: "object", properties }, encoding } };
    const sent = await sentBy(await generated([{ method: "post", requestBody: { content } }]), 0, { body });
    expect(sent["body"]).toContain(expected);
  });

  it.each([
    ["application/vnd.photo+json; version=2", {}, "{}"],
    ['application/soap+xml; charset=utf-8; action="urn:getPrice"', "<Envelope/>", "<Envelope/>"],
    ["application/x-www-form-urlencoded; charset=utf-8", { q: 1 }, "q=1"],
  ])("of a body of %s under the whole media type [OD-10]", async (type, body, expected) => {
    const made = await generated([{ method: "post", requestBody: { content: { [type]: { schema } } } }]);
    expect(await sentBy(made, 0, { body })).toMatchObject({ "content-type": type, body: expected });
  });

  it("of a form in the order of the call, since a service can need what describes a file before it [OD-10]", async () => {
    const encoding = { p: { contentType: "application/json" } };
    const content = { "multipart/form-data": { schema, encoding } };
    const made = await generated([{ method: "post", requestBody: { content } }]);
    for (const body of [
      { p: {}, q: "a" },
      { q: "a", p: {} },
    ]) {
      const sent = await sentBy(made, 0, { body });
      expect([...`${sent["body"]}`.matchAll(/ name="(.)"/g)].map(([, name]) => name)).toEqual(Object.keys(body));
    }
  });

  it("of a body that is left out with no Content-Type, and takes null where the document has it [OD-10]", async () => {
    const content = { "application/merge-patch+json": { schema: { type: "object" } } };
    const nullable = { "application/json": { schema: { type: ["object", "null"] } } };
    const responses = { 200: { description: "D", content: nullable } };
    const operations = await generated([{ method: "patch", requestBody: { content }, responses }]);
    expect(await sentBy(operations, 0, {})).not.toHaveProperty("content-type");
    expect(await sentBy(operations, 0, { body: {} })).toHaveProperty("content-type", "application/merge-patch+json");
    const made = client.createPartialClient(operations, { baseUrl, auth: "t", fetch: async () => json(null) });
    expect(await made["call0"]?.()).toBe(null);
  });

  it.each<InvalidParameter>([
    ["an empty segment", "path", {}, [], "path.p must not be empty, . or .."],
    ["an empty list of the style matrix", "path", { style: "matrix", explode: true }, [], "path.p must not be empty"],
    ["a segment that leaves the path", "path", { style: "label" }, ".", "path.p must not be"],
    ["an object in a list", "header", {}, [{}], "header.p must consist of strings"],
    ["a date", "query", { explode: false, schema: { type: "object" } }, new Date(0), "query.p must be a string"],
    ["a date", "header", { schema: { type: "object" } }, new Date(0), "header.p must consist of strings"],
    ...invalidValues.flatMap((value): InvalidParameter[] => [
      [`${value} as deepObject`, "query", deep, value, "query.p must be"],
      [`${value} in a deepObject`, "query", deep, { a: [value] }, "query.p must consist of"],
    ]),
  ])("not with %s, which is a TypeError [OD-10]", async (_, place, more, value, message) => {
    const sent = sentBy(await generated([withParameter(place, more, value)]), 0, { [place]: { p: value } });
    await expect(sent).rejects.toThrow(new RegExp(`^${message}`));
  });

  it("of the query that a path has, also a fixed one [OD-10]", async () => {
    const schema = { type: "string" };
    const city = { name: "city", in: "path", required: true, schema };
    const days = { name: "days", in: "query", schema };
    const made = await generated([{ path: "/weather?place={city}&v=2", parameters: [city, days] }]);
    const { url } = await sentBy(made, 0, { query: { place: "a b", v: "2", days: "3" } });
    expect(url).toBe("/weather?place=a%20b&v=2&days=3");
  });

  it("not as a cookie in a browser, which is a TypeError; elsewhere also where scripts have an origin [OD-10]", async () => {
    const operations = await generated([withParameter("cookie", {}, "a")]);
    const send = () => sentBy(operations, 0, { cookie: { p: "a" } });
    onTestFinished(() => void vi.unstubAllGlobals());
    // As in workerd.
    vi.stubGlobal("origin", "null");
    expect(await send()).toMatchObject({ cookie: "p=a" });
    vi.stubGlobal("navigator", { appCodeName: "Mozilla" });
    await expect(send()).rejects.toThrow("a browser sends only its own cookies");
  });
});

it.each([
  [["application/json"], "application/json, */*;q=0.1"],
  [["application/hal+json; version=2"], "application/hal+json; version=2, */*;q=0.1"],
  [["text/csv", "application/json"], "application/json, */*;q=0.1"],
  [["image/png", "image/webp"], "image/png, image/webp, */*;q=0.1"],
  [["*/*"], undefined],
])("a generated operation of %j accepts %s, or what the call says [OD-10]", async (types, accept) => {
  const content = Object.fromEntries(types.map((type) => [type, {}]));
  const operations = await generated([{ responses: { 200: { description: "D", content } } }]);
  expect((await sentBy(operations, 0, {}))["accept"]).toBe(accept);
  expect((await sentBy(operations, 0, { headers: { Accept: "a/b" } }))["accept"]).toBe("a/b");
});

it("a generated operation of JSON or a stream returns what the call asks for [OD-10]", async () => {
  const content = { "application/json": {}, "text/event-stream": {} };
  const operations = await generated([{ responses: { 200: { description: "D", content } } }]);
  const made = client.createPartialClient(operations, { baseUrl, auth: "t", fetch: async () => json({}) });
  expect([await made["call0"]?.(), await made["call0"]?.({ as: "text" })]).toEqual([{}, "{}"]);
});

it.each([
  [{ title: "Taken", detail: "t0ken is", errors: [{ field: "a" }] }, undefined, "Taken: [secret] is"],
  [{ error: { code: "name_taken", message: "Taken" } }, "name_taken", "name_taken: Taken"],
  [{ code: 17, message: "Taken" }, "17", "17: Taken"],
  [["Taken"], undefined, undefined],
])("the error body %j of another service is read, without secrets [OD-5]", async (body, code, message) => {
  const operations = await generated([needs("bearer")], document);
  const made = client.createPartialClient(operations, { baseUrl, auth: "t0ken", fetch: async () => json(body, 409) });
  const error = await errorOf(made["call0"]?.() ?? expect.fail());
  if (!openapi.isErrorOf(error)) throw error;
  expect(error).toMatchObject({ code, body: JSON.parse(JSON.stringify(body).replace("t0ken", "[secret]")) });
  expect(error.message).toBe(`call0: 409${message ? `: ${message}` : ""} (GET /v1/0/things)`);
  expect(error.excerpt).toBe(undefined);
});

const securitySchemes = {
  header_key: { type: "apiKey", in: "header", name: "X-Key" },
  bot_key: { type: "apiKey", in: "header", name: "Authorization" },
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
    ["an API key in a cookie", needs("cookie_key"), { cookie_key: "s:a+b/c==" }, { cookie: "key=s:a+b/c==" }],
    ["a key that a cookie has only encoded", needs("cookie_key"), { cookie_key: "a;b c" }, { cookie: "key=a%3Bb%20c" }],
    ["an API key with a word", needs("bot_key"), { bot_key: "Bot k3y==" }, { authorization: "Bot k3y==" }],
    ["Basic", needs("basic"), { basic: ann }, { authorization: "Basic YW5uOnDDpDpzcw==" }],
    ["Bearer", needs("bearer"), { bearer: "token-1" }, { authorization: "Bearer token-1" }],
    ["another scheme", needs("digest"), { digest: 'a="b", c=d' }, { authorization: 'Digest a="b", c=d' }],
    ["OAuth 2.0", needs("oauth"), { oauth: () => "token-2" }, { authorization: "Bearer token-2" }],
    [
      "two at once",
      needs("header_key", "query_key"),
      { header_key: "1", query_key: "2" },
      { "x-key": "1", url: "/things?a=b&key=2" },
    ],
    ["an alternative", { security: [{ basic: [] }, { header_key: [] }] }, { header_key: "k" }, { "x-key": "k" }],
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

  it("to an operation that names no scheme, or a TypeError [OD-9]", async () => {
    const plain = { plain: client.defineOperation<object, object>({ method: "GET", path: "/a" }) };
    const made = client.createPartialClient(plain, {
      baseUrl,
      auth: openapi.credentials({}),
      fetch: async () => json({}),
    });
    await expect(made.plain()).rejects.toThrow("credentials must have one scheme for this operation");
  });

  it("of a function again after a 401, and none in an error or a printed client [OD-9]", async () => {
    const fetch = scriptedFetch((_, index) =>
      index === 0 ? json({}, 401) : json({ message: "no second p4ssw0rd k3y" }, 400),
    );
    const asked: (string | undefined)[] = [];
    const auth = openapi.credentials({
      query_key({ rejected }) {
        asked.push(rejected);
        return rejected ? "second" : "first";
      },
      basic: { username: "ann", password: "p4ssw0rd" },
      header_key: 'App key="k3y"',
    });
    const operations = await generated([needs("query_key", "basic", "header_key")], document);
    const made = client.createPartialClient(operations, { baseUrl, auth, fetch });
    const error = await errorOf(made["call0"]?.() ?? expect.fail());
    expect(fetch.sent.map(({ url }) => new URL(url).search)).toEqual(["?key=first", "?key=second"]);
    expect(asked).toEqual([undefined, "first"]);
    expect(JSON.stringify(error)).not.toMatch(/second|p4ssw0rd|k3y/);
    expect(JSON.stringify(error)).toContain("[secret]");
  });

  it("to a server of its own, and to no other address [OD-9] [OD-10]", async () => {
    const servers = ["https://files.example/v2", "http://files.example"].map((url) => [{ url }]);
    const both = servers.map((own) => ({ ...needs("header_key"), servers: own }));
    const operations = await generated(both, { ...document, servers: [{ url: baseUrl }] });
    const auth = openapi.credentials({ header_key: "k" });
    const url = "https://files.example/v2/0/things";
    expect(await sentBy(operations, 0, {}, auth)).toMatchObject({ url, "x-key": "k" });
    await expect(sentBy(operations, 1, {}, auth)).rejects.toThrow("server must be an absolute https: URL");
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
    const outcomes: unknown[] = [];
    const onEvent = (event: object) => outcomes.push("outcome" in event && event.outcome);
    expect(await Promise.all([auth({ onEvent }), auth({}), auth({})])).toEqual(["token-1", "token-1", "token-1"]);
    expect(outcomes).toEqual(["started", "renewed"]);
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
    const error_description = "not s3cr3t+, p4ssw0rd or subject+t0ken for a password";
    const fetch = scriptedFetch(() => json({ error: "invalid_client", error_description }, 401));
    const secret = { password: "p4ssw0rd", subject_token: "subject+t0ken" };
    const parameters = { audience: "api", grant_type: "password", ...secret };
    const auth = openapi.clientCredentials({ ...settings, authenticateIn: "body", parameters, fetch });
    const error = await errorOf(Promise.resolve(auth({})));
    expect(error).toMatchObject({ name: "AuthError", code: "invalid_client", retryable: false });
    expect(JSON.stringify(error)).not.toMatch(/s3cr3t|p4ssw0rd|t0ken/);
    expect(String(error)).toContain("for a password");
    const body =
      "grant_type=password&client_id=my+app&client_secret=s3cr3t%2B&audience=api&password=p4ssw0rd&subject_token=subject%2Bt0ken";
    expect(fetch.sent[0]?.body).toBe(body);
  });

  it.each([
    [{ tokenUrl: "http://auth.example/token" }, "tokenUrl must be an absolute https: URL"],
    [{ clientSecret: "" }, "clientSecret must be a non-empty string"],
    [{ scopes: "read" }, "unknown option scopes"],
  ])("throws a TypeError for %j [OD-9]", (wrong, message) => {
    expect(() => openapi.clientCredentials({ ...settings, ...wrong })).toThrow(message);
  });
});
