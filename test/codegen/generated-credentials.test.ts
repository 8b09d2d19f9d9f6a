import * as client from "content-service-client";
import * as openapi from "content-service-client/openapi";
import { afterAll, describe, expect, it } from "vitest";
import { manualClock } from "../../support/manual-clock.js";
import { temporaryFolder } from "../../support/temporary-folder.js";
import { errorOf } from "../support/client-with.js";
import { json, scriptedFetch } from "../support/scripted-fetch.js";
import { baseUrl, generatedIn, type Operation, sentBy } from "./generated-operations.js";

const generated = generatedIn(temporaryFolder(afterAll));

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
  const both = { header_key: "1", query_key: "2" };
  const bearer = { authorization: "Bearer token-1" };
  const ann = { username: "ann", password: "pä:ss" };
  const rows: [what: string, Operation, auth: Record<string, openapi.Credential> | string, sent: object][] = [
    ["an API key in a header", needs("header_key"), { header_key: "k" }, { "x-key": "k" }],
    ["an API key in the query", needs("query_key"), { query_key: "k&" }, { url: "/things?a=b&key=k%26" }],
    ["an API key in a cookie", needs("cookie_key"), { cookie_key: "s:a+b/c==" }, { cookie: "key=s:a+b/c==" }],
    ["a key that a cookie has only encoded", needs("cookie_key"), { cookie_key: "a;b c" }, { cookie: "key=a%3Bb%20c" }],
    ["an API key with a word", needs("bot_key"), { bot_key: "Bot k3y==" }, { authorization: "Bot k3y==" }],
    ["Basic", needs("basic"), { basic: ann }, { authorization: "Basic YW5uOnDDpDpzcw==" }],
    ["Bearer", needs("bearer"), { bearer: "token-1" }, bearer],
    ["another scheme", needs("digest"), { digest: 'a="b", c=d' }, { authorization: 'Digest a="b", c=d' }],
    ["OAuth 2.0", needs("oauth"), { oauth: () => "token-2" }, { authorization: "Bearer token-2" }],
    ["two at once", needs("header_key", "query_key"), both, { "x-key": "1", url: "/things?a=b&key=2" }],
    ["an alternative", { security: [{ basic: [] }, { header_key: [] }] }, { header_key: "k" }, { "x-key": "k" }],
    ["none where the requirement is optional", { security: [{ header_key: [] }, {}] }, "token-1", {}],
    ["none where only a certificate is required", needs("tls"), "token-1", {}],
    ["a token only as Bearer", { security: [{ header_key: [], basic: [] }, { bearer: [] }] }, "token-1", bearer],
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
    await expect(sentBy(operations, 1, {}, auth)).rejects.toThrow("server must be an https: URL");
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

  it.each([400, 200])("can be called again after a %i response without a token or a code [OD-9]", async (status) => {
    const auth = openapi.clientCredentials({ ...settings, fetch: scriptedFetch(() => json({}, status)) });
    const error = await errorOf(Promise.resolve(auth({})));
    expect(error).toMatchObject({ name: "AuthError", code: "token_server_unavailable", retryable: true });
  });

  it.each([
    [{ tokenUrl: "http://auth.example/token" }, "tokenUrl must be an https: URL"],
    [{ clientSecret: "" }, "clientSecret must be a non-empty string"],
    [{ scopes: "read" }, "unknown option scopes"],
  ])("throws a TypeError for %j [OD-9]", (wrong, message) => {
    expect(() => openapi.clientCredentials({ ...settings, ...wrong })).toThrow(message);
  });
});
