import { describe, expect, test } from "vitest";
import { answer, check, crate, found, get, put, token } from "../support/small-exchange.js";

describe("operation-known", () => {
  const unknown = [{ rule: "operation-known", contract: "/paths", at: "/request/url" }];

  test("holds for a path, and for a URL below the address of the contract or a given one", () => {
    const headers = { ...token, "crate-key": "k" };
    const url = (address: string) => ({ method: "get", url: `${address}/crates/7`, headers });
    expect(check(get("/crates/7"), answer(crate))).toEqual([]);
    expect(check(url("https://api.small.example/v1"), answer(crate))).toEqual([]);
    expect(check(url("http://127.0.0.1:80/x"), answer(crate), { baseUrl: "http://127.0.0.1:80/x/" })).toEqual([]);
  });

  test("finds an operation with its own server below that server alone", () => {
    const refresh = { method: "POST", headers: { "content-type": "application/x-www-form-urlencoded" } };
    const body = "grant_type=refresh_token";
    const at = (url: string, options = {}) => found(check({ ...refresh, url, body }, answer({ token: "t" }), options));
    expect(at("https://auth.small.example/token")).toEqual([]);
    expect(at("http://auth.local/token", { authUrl: "http://auth.local" })).toEqual([]);
    expect(at("https://api.small.example/v1/token")).toEqual(unknown);
  });

  test("reports a path that no template fits, and an encoded slash does not make one fit", () => {
    expect(found(check(get("/shelves/7"), answer(crate)))).toEqual(unknown);
    expect(found(check(get("/crates/7/lid"), answer(crate)))).toEqual(unknown);
    expect(found(check(get("/crates/7/"), answer(crate)))).toEqual(unknown);
    expect(found(check(get("/crates%2F7"), answer(crate)))).toEqual(unknown);
  });

  test("reports a path with a broken percent sign", () => {
    expect(found(check(get("/crates/%E0"), answer(crate)))).toEqual(unknown);
  });

  test("reports a URL on another host, and one that only begins like the address", () => {
    const at = (url: string) => found(check({ method: "GET", url, headers: token }, answer(crate)));
    expect(at("https://elsewhere.example/v1/crates/7")).toEqual(unknown);
    expect(at("https://api.small.example/v10/crates/7")).toEqual(unknown);
  });

  test("does not repeat the query in its message, since it may hold a secret", () => {
    expect(check(get("/crates?key=hidden"), answer(crate))[0]?.message).not.toContain("hidden");
  });
});

describe("method-allowed", () => {
  test("holds for a method of the path, in any case", () => {
    expect(check({ ...get(), method: "get" }, answer(crate))).toEqual([]);
  });

  test("reports a method that the path does not have", () => {
    expect(found(check({ ...get(), method: "POST" }, answer(crate)))).toEqual([
      { rule: "method-allowed", contract: "/paths/~1crates~1{crate_id}", at: "/request/method" },
    ]);
  });

  test("takes a literal segment before a template, and with it only its own methods", () => {
    expect(found(check({ ...get("/crates/newest"), method: "DELETE" }, { status: 204 }))).toEqual([
      { rule: "method-allowed", contract: "/paths/~1crates~1newest", at: "/request/method" },
    ]);
  });
});

describe("request-parameter", () => {
  const crates = answer({ entries: [crate], limit: 1 });
  const small = answer({ entries: [{ type: "crate", id: "7", color: "red" }], limit: 1 });
  const OPERATION = "/paths/~1crates/get";

  function violation(contract: string, at: string) {
    return [{ rule: "request-parameter", contract, at }];
  }

  test("holds for parameters in path, query and header, and for optional ones that were left out", () => {
    expect(check(get("/crates/7", { "if-none-match": "abcd" }), answer(crate))).toEqual([]);
    expect(check(get("/crates?limit=9007199254740991&empty=false"), crates)).toEqual([]);
    expect(check(get("/crates"), crates)).toEqual([]);
  });

  test("reads an array from one value with commas or from repeated names, as the contract says", () => {
    expect(check(get("/crates?fields=color"), small)).toEqual([]);
    expect(check(get("/crates?fields=color%2Cname"), small).map(({ message }) => message)).toEqual([
      "fields lists name, which did not come",
    ]);
    expect(check(get("/crates?color=red&color=a,b"), crates)).toEqual([]);
  });

  test("reports an empty item of an array at its place", () => {
    expect(found(check(get("/crates?fields=color,"), small))).toEqual(
      violation("/components/parameters/Fields/schema/items/minLength", "/request/query/fields/1"),
    );
  });

  test("reports a required header that is missing", () => {
    expect(found(check({ method: "GET", path: "/crates/7", headers: token }, answer(crate)))).toEqual(
      violation("/paths/~1crates~1{crate_id}/get/parameters/2", "/request/headers/crate-key"),
    );
  });

  test("reports a header whose value does not fit", () => {
    expect(found(check(get("/crates/7", { "If-None-Match": "12345" }), answer(crate)))).toEqual(
      violation("/paths/~1crates~1{crate_id}/get/parameters/1/schema/maxLength", "/request/headers/if-none-match"),
    );
  });

  test("reports a path parameter that does not fit after it was decoded, and an empty one", () => {
    const expected = violation("/paths/~1crates~1{crate_id}/parameters/0/schema/pattern", "/request/path/crate_id");
    expect(found(check(get("/crates/7%2F8"), answer(crate)))).toEqual(expected);
    expect(found(check(get("/crates/"), answer(crate)))).toEqual(expected);
    expect(check(get("/crates/%37"), answer(crate))).toEqual([]);
  });

  test("reports a query value of the wrong type", () => {
    const limit = violation(`${OPERATION}/parameters/1/schema/type`, "/request/query/limit");
    expect(found(check(get("/crates?limit=ten"), crates))).toEqual(limit);
    expect(found(check(get("/crates?limit=1.5"), crates))).toEqual(limit);
    expect(found(check(get("/crates?empty=yes"), crates))).toEqual(
      violation(`${OPERATION}/parameters/2/schema/type`, "/request/query/empty"),
    );
  });

  test("reports a query value out of range, also one that 64 bits cannot hold", () => {
    const at = "/request/query/limit";
    expect(found(check(get("/crates?limit=0"), crates))).toEqual(
      violation(`${OPERATION}/parameters/1/schema/minimum`, at),
    );
    expect(found(check(get("/crates?limit=9223372036854775808"), crates))).toEqual(
      violation(`${OPERATION}/parameters/1/schema/format`, at),
    );
  });

  test("reports a value that is given twice where one is taken", () => {
    expect(found(check(get("/crates?limit=1&limit=2"), crates))).toEqual(
      violation(`${OPERATION}/parameters/1/schema/type`, "/request/query/limit"),
    );
  });

  test("reports a query parameter that the contract does not have, once", () => {
    expect(found(check(get("/crates?page=1&page=2"), crates))).toEqual(
      violation(`${OPERATION}/parameters`, "/request/query/page"),
    );
  });
});

describe("request-content-type", () => {
  const body = JSON.stringify({ name: "lid" });
  const expected = [
    {
      rule: "request-content-type",
      contract: "/paths/~1crates~1{crate_id}/put/requestBody/content",
      at: "/request/headers/content-type",
    },
  ];

  test("holds for the documented media type, with parameters and in any case", () => {
    expect(check(put({ name: "lid" }), answer(crate))).toEqual([]);
    const headers = { ...token, "Content-Type": "Application/JSON; charset=utf-8" };
    expect(check({ method: "PUT", path: "/crates/7", headers, body }, answer(crate))).toEqual([]);
  });

  test("reports another media type and none", () => {
    const send = (headers: Record<string, string>) =>
      check({ method: "PUT", path: "/crates/7", headers, body }, answer(crate));
    expect(found(send({ ...token, "content-type": "text/plain" }))).toEqual(expected);
    expect(found(send(token))).toEqual(expected);
  });
});

describe("request-body", () => {
  const SCHEMA = "/components/schemas/CrateUpdate";
  const CONTENT = "/paths/~1crates~1{crate_id}/put/requestBody/content";

  function violation(contract: string, at: string) {
    return [{ rule: "request-body", contract, at }];
  }

  function send(body: Parameters<typeof put>[0]) {
    return found(check(put(body), answer(crate)));
  }

  test("holds for a body that fits, at every depth", () => {
    expect(send({ name: "lid" })).toEqual([]);
    expect(send({ name: "lid", owner: { login: "admin@example.com" } })).toEqual([]);
  });

  test("reports a required body that is missing", () => {
    const expected = violation("/paths/~1crates~1{crate_id}/put/requestBody", "/request/body");
    expect(found(check({ method: "PUT", path: "/crates/7", headers: token }, answer(crate)))).toEqual(expected);
    expect(found(check({ ...put({}), body: "" }, answer(crate)))).toEqual(expected);
  });

  test("reports a body where the operation takes none", () => {
    const request = { ...get(), headers: put({}).headers, body: "{}" };
    expect(found(check(request, answer(crate))).filter(({ rule }) => rule === "request-body")).toEqual(
      violation("/paths/~1crates~1{crate_id}/get", "/request/body"),
    );
  });

  test("reports a body that is not JSON", () => {
    expect(found(check({ ...put({}), body: "{name" }, answer(crate)))).toEqual(
      violation(`${CONTENT}/application~1json`, "/request/body"),
    );
  });

  test("reports a missing property at the place where it should be", () => {
    expect(send({})).toEqual(violation(`${SCHEMA}/required`, "/request/body/name"));
  });

  test("reports a wrong type, a value that is too long, and one that is too short", () => {
    expect(send({ name: 7 })).toEqual(violation(`${SCHEMA}/properties/name/type`, "/request/body/name"));
    expect(send({ name: "123456789" })).toEqual(violation(`${SCHEMA}/properties/name/maxLength`, "/request/body/name"));
    expect(send({ name: "" })).toEqual(violation(`${SCHEMA}/properties/name/minLength`, "/request/body/name"));
  });

  test("reports an extra property, also in a nested object", () => {
    expect(send({ name: "lid", "a/b": 1 })).toEqual(violation(`${SCHEMA}/additionalProperties`, "/request/body/a~1b"));
    expect(send({ name: "lid", owner: { id: "1", x: 1 } })).toEqual(
      violation(`${SCHEMA}/properties/owner/additionalProperties`, "/request/body/owner/x"),
    );
  });

  test("reports a choice by its closest branch, and what is wrong beside it", () => {
    expect(send({ name: "lid", owner: { login: 7 } })).toEqual(
      violation(`${SCHEMA}/properties/owner/properties/login/type`, "/request/body/owner/login"),
    );
    expect(send({ name: "lid", owner: {} })).toEqual(
      violation(`${SCHEMA}/properties/owner/anyOf/0/required`, "/request/body/owner/id"),
    );
    expect(send({ owner: {} })).toEqual([
      ...violation(`${SCHEMA}/required`, "/request/body/name"),
      ...violation(`${SCHEMA}/properties/owner/anyOf/0/required`, "/request/body/owner/id"),
    ]);
  });

  test("reads a form and reports a field that does not fit, and one that is given twice", () => {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const form = (body: string) => found(check({ method: "POST", path: "/token", headers, body }, answer({})));
    const at = "/request/body/grant_type";
    expect(form("grant_type=refresh_token")).toEqual([]);
    expect(form("grant_type=password")).toEqual(violation("/components/schemas/Grant/properties/grant_type/const", at));
    expect(form("grant_type=refresh_token&grant_type=x")).toEqual(
      expect.arrayContaining(violation("/components/schemas/Grant/properties/grant_type/type", at)),
    );
  });
});

describe("request-security", () => {
  const at = "/request/headers/authorization";

  function withAuthorization(value: string | undefined) {
    const headers = { "crate-key": "k", ...(value === undefined ? {} : { Authorization: value }) };
    return found(check({ method: "GET", path: "/crates/7", headers }, answer(crate)));
  }

  function refresh(headers: Record<string, string>) {
    const form = { "content-type": "application/x-www-form-urlencoded", ...headers };
    return found(
      check({ method: "POST", path: "/token", headers: form, body: "grant_type=refresh_token" }, answer({})),
    );
  }

  test("holds for a bearer token where one is needed, and for none where none is", () => {
    expect(withAuthorization("Bearer abc.def-_~+/==")).toEqual([]);
    expect(withAuthorization("bearer abc")).toEqual([]);
    expect(refresh({})).toEqual([]);
  });

  test("reports a missing token, another scheme, and a token that is none", () => {
    const expected = [{ rule: "request-security", contract: "/security", at }];
    expect(withAuthorization(undefined)).toEqual(expected);
    expect(withAuthorization("Basic YTpi")).toEqual(expected);
    expect(withAuthorization("Bearer")).toEqual(expected);
    expect(withAuthorization("Bearer a b")).toEqual(expected);
  });

  test("reports a token where the operation takes none", () => {
    expect(refresh({ authorization: "Bearer abc" })).toEqual([
      { rule: "request-security", contract: "/paths/~1token/post/security", at },
    ]);
  });

  test("does not repeat the token in its message", () => {
    const headers = { authorization: "Basic hidden", "crate-key": "k" };
    expect(check(get("/crates/7", headers), answer(crate))[0]?.message).not.toContain("hidden");
  });
});
