import { describe, expect, test } from "vitest";
import type { ExchangeRequest, ExchangeResponse } from "../../src/exchange/exchange.js";
import type { CheckOptions } from "../../src/rules/check-exchange.js";
import { check, crate, expected, found, get, put, response, token } from "../support/small-exchange.js";

type Row = [title: string, requests: ExchangeRequest[], received: ExchangeResponse, options?: CheckOptions];

const ok = response(crate);
const CRATE = "/paths/~1crates~1{crate_id}";
const form = { "content-type": "application/x-www-form-urlencoded" };
const refresh = { method: "POST", path: "/token", headers: form, body: "grant_type=refresh_token" } as const;

function refreshAt(url: string): ExchangeRequest {
  return { method: "POST", url, headers: form, body: refresh.body };
}

function at(url: string): ExchangeRequest {
  return { method: "get", url, headers: { ...token, "crate-key": "k" } };
}

describe("operation-known", () => {
  const violation = expected("operation-known", "/paths", "/request/url");

  test.each<Row>([
    ["a path", [get("/crates/7")], ok],
    ["a URL below the address of the contract", [at("https://api.small.example/v1/crates/7")], ok],
    ["a URL below a given address", [at("http://127.0.0.1:80/x/crates/7")], ok, { baseUrl: "http://127.0.0.1:80/x/" }],
    ["an operation below its own server", [refreshAt("https://auth.small.example/token")], response({ token: "t" })],
    [
      "an operation below a given token server",
      [refreshAt("http://auth.local/token")],
      response({ token: "t" }),
      { authUrl: "http://auth.local" },
    ],
  ])("accepts %s", (_, requests, received, options) => {
    for (const request of requests) expect(check(request, received, options)).toEqual([]);
  });

  test.each<Row>([
    ["an operation with its own server below another one", [refreshAt("https://api.small.example/v1/token")], ok],
    [
      "a path that no template matches, with an encoded slash as well",
      [get("/shelves/7"), get("/crates/7/lid"), get("/crates/7/"), get("/crates%2F7")],
      ok,
    ],
    ["a path with a broken percent sign", [get("/crates/%E0")], ok],
    [
      "a URL on another host, and one that only begins like the address",
      [at("https://elsewhere.example/v1/crates/7"), at("https://api.small.example/v10/crates/7")],
      ok,
    ],
  ])("reports %s", (_, requests, received) => {
    for (const request of requests) expect(found(check(request, received))).toEqual(violation);
  });

  test("does not repeat the query in its message, since it may hold a secret", () => {
    expect(check(get("/crates?key=hidden"), ok)[0]?.message).not.toContain("hidden");
  });
});

describe("method-allowed", () => {
  test("accepts a method of the path, in any case", () => {
    expect(check({ ...get(), method: "get" }, ok)).toEqual([]);
  });

  test.each<[title: string, request: ExchangeRequest, received: ExchangeResponse, contract: string]>([
    ["a method that the path does not have", { ...get(), method: "POST" }, ok, CRATE],
    [
      "a method of the template that a literal path does not have",
      { ...get("/crates/newest"), method: "DELETE" },
      { status: 204 },
      "/paths/~1crates~1newest",
    ],
  ])("reports %s", (_, request, received, contract) => {
    expect(found(check(request, received))).toEqual(expected("method-allowed", contract, "/request/method"));
  });
});

describe("request-parameter", () => {
  const crates = response({ entries: [crate], limit: 1 });
  const small = response({ entries: [{ type: "crate", id: "7", color: "red" }], limit: 1 });
  const PARAMETERS = "/paths/~1crates/get/parameters";

  test("accepts parameters in path, query and header, and leaves out optional ones", () => {
    expect(check(get("/crates/7", { "if-none-match": "abcd" }), ok)).toEqual([]);
    expect(check(get("/crates?limit=9007199254740991&empty=false"), crates)).toEqual([]);
    expect(check(get("/crates"), crates)).toEqual([]);
  });

  test("reads an array from one value with commas or from repeated names, as in the contract", () => {
    expect(check(get("/crates?fields=color"), small)).toEqual([]);
    expect(check(get("/crates?fields=color%2Cname"), small).map(({ at }) => at)).toEqual([
      "/response/body/entries/0/name",
    ]);
    expect(check(get("/crates?color=red&color=a,b"), crates)).toEqual([]);
  });

  type ParameterRow = [title: string, request: ExchangeRequest, contract: string, at: string];
  test.each<ParameterRow>([
    [
      "a missing required header",
      { method: "GET", path: "/crates/7", headers: token },
      "/get/parameters/2",
      "crate-key",
    ],
    [
      "a header whose value is invalid",
      get("/crates/7", { "If-None-Match": "12345" }),
      "/get/parameters/1/schema/maxLength",
      "if-none-match",
    ],
  ])("reports %s", (_, request, contract, name) => {
    const violation = expected("request-parameter", `${CRATE}${contract}`, `/request/headers/${name}`);
    expect(found(check(request, ok))).toEqual(violation);
  });

  test("reports a path parameter that is invalid after decoding, and an empty one", () => {
    const schema = `${CRATE}/parameters/0/schema/pattern`;
    const violation = expected("request-parameter", schema, "/request/path/crate_id");
    expect(found(check(get("/crates/7%2F8"), ok))).toEqual(violation);
    expect(found(check(get("/crates/"), ok))).toEqual(violation);
    expect(check(get("/crates/%37"), ok)).toEqual([]);
  });

  type QueryRow = [title: string, rows: [query: string, contract: string, at: string][]];
  test.each<QueryRow>([
    [
      "an empty item of an array",
      [["fields=color,", "/components/parameters/Fields/schema/items/minLength", "fields/1"]],
    ],
    [
      "a query value of the wrong type",
      [
        ["limit=ten", `${PARAMETERS}/1/schema/type`, "limit"],
        ["limit=1.5", `${PARAMETERS}/1/schema/type`, "limit"],
        ["empty=yes", `${PARAMETERS}/2/schema/type`, "empty"],
      ],
    ],
    [
      "a query value out of range, and one beyond 64 bits",
      [
        ["limit=0", `${PARAMETERS}/1/schema/minimum`, "limit"],
        ["limit=18446744073709551616", `${PARAMETERS}/1/schema/format`, "limit"],
      ],
    ],
    ["a second value of a single parameter", [["limit=1&limit=2", `${PARAMETERS}/1/schema/type`, "limit"]]],
    ["an undocumented query parameter, once", [["page=1&page=2", PARAMETERS, "page"]]],
  ])("reports %s", (_, rows) => {
    for (const [query, contract, name] of rows) {
      const received = query.startsWith("fields") ? small : crates;
      const violation = expected("request-parameter", contract, `/request/query/${name}`);
      expect(found(check(get(`/crates?${query}`), received)), query).toEqual(violation);
    }
  });
});

describe("request-content-type", () => {
  const send = (headers: Record<string, string>) =>
    found(check({ method: "PUT", path: "/crates/7", headers: { ...token, ...headers }, body: '{"name":"lid"}' }, ok));

  test("accepts the documented media type, with parameters and in any case", () => {
    expect(check(put({ name: "lid" }), ok)).toEqual([]);
    expect(send({ "Content-Type": "Application/JSON; charset=utf-8" })).toEqual([]);
  });

  test("reports another media type and none", () => {
    const contract = `${CRATE}/put/requestBody/content`;
    const violation = expected("request-content-type", contract, "/request/headers/content-type");
    expect(send({ "content-type": "text/plain" })).toEqual(violation);
    expect(send({})).toEqual(violation);
  });
});

describe("request-body", () => {
  const SCHEMA = "/components/schemas/CrateUpdate";
  const OWNER = `${SCHEMA}/properties/owner`;
  const violation = (contract: string, at: string) => expected("request-body", contract, `/request/body${at}`);
  const send = (body: Parameters<typeof put>[0]) => found(check(put(body), ok));

  test("accepts a valid body, at every depth", () => {
    expect(send({ name: "lid" })).toEqual([]);
    expect(send({ name: "lid", owner: { login: "admin@example.com" } })).toEqual([]);
  });

  test("reports a required body that is missing", () => {
    const missing = violation(`${CRATE}/put/requestBody`, "");
    expect(found(check({ method: "PUT", path: "/crates/7", headers: token }, ok))).toEqual(missing);
    expect(found(check({ ...put({}), body: "" }, ok))).toEqual(missing);
  });

  test("reports a body where the contract has none", () => {
    const violations = found(check({ ...get(), headers: put({}).headers, body: "{}" }, ok));
    expect(violations.filter(({ rule }) => rule === "request-body")).toEqual(violation(`${CRATE}/get`, ""));
  });

  test("reports a body that is not JSON", () => {
    const media = `${CRATE}/put/requestBody/content/application~1json`;
    expect(found(check({ ...put({}), body: "{name" }, ok))).toEqual(violation(media, ""));
  });

  type BodyRow = [title: string, bodies: [body: Parameters<typeof put>[0], contract: string, at: string][]];
  test.each<BodyRow>([
    ["a missing property at its place", [[{}, `${SCHEMA}/required`, "/name"]]],
    [
      "a wrong type, a value that is too long, and one that is too short",
      [
        [{ name: 7 }, `${SCHEMA}/properties/name/type`, "/name"],
        [{ name: "123456789" }, `${SCHEMA}/properties/name/maxLength`, "/name"],
        [{ name: "" }, `${SCHEMA}/properties/name/minLength`, "/name"],
      ],
    ],
    [
      "an undocumented property, in a nested object as well",
      [
        [{ name: "lid", "a/b": 1 }, `${SCHEMA}/additionalProperties`, "/a~1b"],
        [{ name: "lid", owner: { id: "1", x: 1 } }, `${OWNER}/additionalProperties`, "/owner/x"],
      ],
    ],
    [
      "a choice by its closest branch",
      [
        [{ name: "lid", owner: { login: 7 } }, `${OWNER}/properties/login/type`, "/owner/login"],
        [{ name: "lid", owner: {} }, `${OWNER}/anyOf/0/required`, "/owner/id"],
      ],
    ],
  ])("reports %s", (_, bodies) => {
    for (const [body, contract, at] of bodies) expect(send(body)).toEqual(violation(contract, at));
  });

  test("reports violations outside of a choice as well", () => {
    expect(send({ owner: {} })).toEqual([
      ...violation(`${SCHEMA}/required`, "/name"),
      ...violation(`${OWNER}/anyOf/0/required`, "/owner/id"),
    ]);
  });

  test("reads a form, and reports an invalid field and a repeated one", () => {
    const sent = (body: string) => found(check({ ...refresh, body }, response({})));
    const GRANT = "/components/schemas/Grant/properties/grant_type";
    expect(sent("grant_type=refresh_token")).toEqual([]);
    expect(sent("grant_type=password")).toEqual(violation(`${GRANT}/const`, "/grant_type"));
    expect(sent("grant_type=refresh_token&grant_type=x")).toEqual(
      expect.arrayContaining(violation(`${GRANT}/type`, "/grant_type")),
    );
  });
});

describe("request-security", () => {
  const AT = "/request/headers/authorization";
  const send = (headers: Record<string, string>) =>
    found(check({ method: "GET", path: "/crates/7", headers: { "crate-key": "k", ...headers } }, ok));
  const sendRefresh = (headers: Record<string, string>) =>
    found(check({ ...refresh, headers: { ...form, ...headers } }, response({})));

  test("accepts a bearer token where it is required, and none elsewhere", () => {
    expect(send({ Authorization: "Bearer abc.def-_~+/==" })).toEqual([]);
    expect(send({ Authorization: "bearer abc" })).toEqual([]);
    expect(sendRefresh({})).toEqual([]);
  });

  test("reports a missing token, another scheme, and an invalid token", () => {
    for (const headers of [{}, ...["Basic YTpi", "Bearer", "Bearer a b"].map((Authorization) => ({ Authorization }))])
      expect(send(headers)).toEqual(expected("request-security", "/security", AT));
  });

  test("reports a token where the operation takes none", () => {
    const violation = expected("request-security", "/paths/~1token/post/security", AT);
    expect(sendRefresh({ authorization: "Bearer abc" })).toEqual(violation);
  });

  test("does not repeat the token in its message", () => {
    const request = get("/crates/7", { authorization: "Basic hidden" });
    expect(check(request, ok)[0]?.message).not.toContain("hidden");
  });
});
