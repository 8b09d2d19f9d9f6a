import { describe, expect, test } from "vitest";
import type { Json } from "../../src/model/json.js";
import { loadContract } from "../../src/model/load-contract.js";
import { checkExchange } from "../../src/rules/check-exchange.js";
import { check, crate, expected, found, get, response } from "../support/small-exchange.js";

describe("status-documented", () => {
  function violation(operation: string) {
    return expected("status-documented", `${operation}/responses`, "/response/status");
  }

  const getCrate = "/paths/~1crates~1{crate_id}/get";

  test("accepts a documented status, a range, and any error that default covers", () => {
    expect(check(get(), response(crate))).toEqual([]);
    expect(check(get("/crates/newest"), response({ a: "b" }, 203))).toEqual([]);
    expect(check(get(), response({ code: "gone" }, 410))).toEqual([]);
    expect(check(get(), response({ code: "broken" }, 599))).toEqual([]);
  });

  test("accepts another 2xx status as the documented success, unless closed [RS-4]", () => {
    expect(check(get(), response(crate, 201))).toEqual([]);
    expect(check(get(), response({ type: "crate" }, 201)).map(({ rule }) => rule)).toContain("response-body");
    expect(found(check(get(), response(crate, 201), { closed: true }))).toEqual(violation(getCrate));
  });

  test("reports a success without its body, and a redirect that only default could cover", () => {
    expect(found(check(get(), { status: 204 }))).toEqual(violation(getCrate));
    expect(found(check(get(), response({ code: "moved" }, 301)))).toEqual(violation(getCrate));
  });

  test("reports an undocumented error where there is no default", () => {
    expect(found(check(get("/crates/newest"), response({}, 404)))).toEqual(violation("/paths/~1crates~1newest/get"));
  });
});

describe("response-content-type", () => {
  const contract = "/paths/~1crates~1{crate_id}/get/responses/200/content";
  const violation = expected("response-content-type", contract, "/response/headers/content-type");

  test("accepts the documented media type, with parameters", () => {
    expect(check(get(), response(crate, 200, { "content-type": "application/json; charset=utf-8" }))).toEqual([]);
  });

  test("reports another media type and none", () => {
    expect(found(check(get(), response(crate, 200, { "content-type": "text/html" })))).toEqual(violation);
    expect(found(check(get(), { status: 200, headers: {}, body: "{}" }))).toEqual(violation);
  });
});

describe("response-header", () => {
  const HEADER = "/components/responses/TooMany/headers/Retry-After";
  const at = "/response/headers/retry-after";

  function tooMany(headers: Record<string, string>) {
    return found(check(get(), response({ code: "slow_down" }, 429, headers)));
  }

  test("accepts a valid header", () => {
    expect(tooMany({ "retry-after": "2" })).toEqual([]);
  });

  test("reports a required header that is missing", () => {
    expect(tooMany({})).toEqual(expected("response-header", HEADER, at));
  });

  test("reports a value of the wrong type and one out of range", () => {
    expect(tooMany({ "Retry-After": "soon" })).toEqual(expected("response-header", `${HEADER}/schema/type`, at));
    expect(tooMany({ "Retry-After": "0" })).toEqual(expected("response-header", `${HEADER}/schema/minimum`, at));
  });
});

describe("response-empty", () => {
  const body = { headers: { "content-type": "application/json" }, body: "{}" };

  function violation(contract: string) {
    return expected("response-empty", contract, "/response/body");
  }

  test("accepts an empty 204, an empty 304 and a response to HEAD with a media type", () => {
    expect(check({ ...get(), method: "DELETE" }, { status: 204 })).toEqual([]);
    expect(check(get(), { status: 304, body: "" })).toEqual([]);
    expect(check({ ...get("/crates"), method: "HEAD" }, { status: 200, headers: body.headers })).toEqual([]);
  });

  test("reports a body with 204 and with 304", () => {
    expect(found(check({ ...get(), method: "DELETE" }, { status: 204, ...body }))).toEqual(
      violation("/paths/~1crates~1{crate_id}/delete/responses/204"),
    );
    expect(found(check(get(), { status: 304, ...body }))).toEqual(
      violation("/paths/~1crates~1{crate_id}/get/responses/304"),
    );
  });

  test("reports a body after HEAD, although the contract documents its media type", () => {
    const received = { status: 200, headers: body.headers, body: '{"limit":1}' };
    expect(found(check({ ...get("/crates"), method: "HEAD" }, received))).toEqual(
      violation("/paths/~1crates/head/responses/200"),
    );
  });

  test("reports a body with 204 and with 304 even where the contract documents one", () => {
    const newest = "/paths/~1crates~1newest/get/responses";
    expect(found(check(get("/crates/newest"), { status: 204, ...body }))).toEqual(violation(`${newest}/2XX`));
    expect(found(check(get("/crates/newest"), { status: 304, ...body }))).toEqual(violation(`${newest}/304`));
    expect(check(get("/crates/newest"), { status: 304 })).toEqual([]);
  });
});

describe("response-json", () => {
  test("accepts a body that can be parsed", () => {
    expect(check(get(), response(crate))).toEqual([]);
  });

  test("reports a body that is labeled as JSON and is not JSON", () => {
    const received = { ...response(crate), body: "<html>" };
    expect(found(check(get(), received))).toEqual(
      expected(
        "response-json",
        "/paths/~1crates~1{crate_id}/get/responses/200/content/application~1json",
        "/response/body",
      ),
    );
  });
});

describe("response-body", () => {
  const FIELDS = "/components/schemas/CrateFields";

  function violation(contract: string, at: string) {
    return expected("response-body", contract, `/response/body${at}`);
  }

  function one(body: Json) {
    return found(check(get(), response(body)));
  }

  test("accepts documented content, and in the open form undocumented content", () => {
    expect(one(crate)).toEqual([]);
    expect(one({ ...crate, color: "green", weight: 3, owner: null })).toEqual([]);
    expect(check(get("/crates/newest"), response({ type: "shelf", id: "1", boards: 2 }))).toEqual([]);
  });

  test("reports a body that is missing", () => {
    const received = { status: 200, headers: { "content-type": "application/json" } };
    expect(found(check(get(), received))).toEqual(violation("/paths/~1crates~1{crate_id}/get/responses/200", ""));
  });

  test("reports a wrong type with the pointer to its schema, through references", () => {
    expect(one({ ...crate, color: 7 })).toEqual(violation("/components/schemas/Color/anyOf/1/type", "/color"));
    expect(one({ ...crate, owner: { type: "user", id: 1 } })).toEqual(
      violation("/components/schemas/Owner/properties/id/type", "/owner/id"),
    );
  });

  test("reports a violation in an entry of a collection", () => {
    const page = { limit: 2, entries: [crate, { ...crate, name: "much too long" }] };
    expect(found(check(get("/crates"), response(page)))).toEqual(
      violation(`${FIELDS}/properties/name/maxLength`, "/entries/1/name"),
    );
    expect(found(check(get("/crates"), response({ entries: [] })))).toEqual(
      violation("/components/schemas/Page/required", "/limit"),
    );
  });

  test("reports a choice by the branch whose constant matches the body", () => {
    expect(found(check(get("/crates/newest"), response({ type: "shelf", id: "1", boards: "two" })))).toEqual(
      violation("/components/schemas/Shelf/properties/boards/type", "/boards"),
    );
  });

  test("reports a time without an offset, with a space, and on a day that does not exist", () => {
    const invalid = violation(`${FIELDS}/properties/created_at/format`, "/created_at");
    expect(one({ ...crate, created_at: "2026-02-03T10:00:00+01:00" })).toEqual([]);
    expect(one({ ...crate, created_at: "2026-02-03T10:00:00" })).toEqual(invalid);
    expect(one({ ...crate, created_at: "2026-02-03 10:00:00Z" })).toEqual(invalid);
    expect(one({ ...crate, created_at: "2026-02-30T10:00:00Z" })).toEqual(invalid);
  });

  test("reports an integer beyond 64 bits", () => {
    const invalid = violation(`${FIELDS}/properties/size/format`, "/size");
    expect(one({ ...crate, size: 2 ** 62 })).toEqual([]);
    expect(one({ ...crate, size: -(2 ** 63) })).toEqual([]);
    // The maximum, 9223372036854775807, is parsed as 2 ** 63.
    expect(one({ ...crate, size: 2 ** 63 })).toEqual([]);
    expect(one({ ...crate, size: 2 ** 63 + 2048 })).toEqual(invalid);
    expect(one({ ...crate, size: -(2 ** 64) })).toEqual(invalid);
  });

  test("validates an error against the response that default documents", () => {
    expect(found(check(get(), response({}, 500)))).toEqual(violation("/components/schemas/Error/required", "/code"));
  });
});

describe("response-body-closed", () => {
  function violation(contract: string, at: string) {
    return expected("response-body-closed", contract, `/response/body${at}`);
  }

  function closed(body: Json, path = "/crates/7", status = 200) {
    return found(check(get(path), response(body, status), { closed: true }));
  }

  test("accepts a body in which everything is documented, with map entries of any name", () => {
    expect(closed({ ...crate, color: "red", example: "e", $id: "i" })).toEqual([]);
    expect(closed({ limit: 1, entries: [crate] }, "/crates")).toEqual([]);
    expect(closed({ any: "label" }, "/crates/newest", 202)).toEqual([]);
  });

  test("is skipped in the open form", () => {
    expect(check(get(), response({ ...crate, weight: 3 }))).toEqual([]);
  });

  test("reports an undocumented property of an object that is composed of parts", () => {
    expect(closed({ ...crate, weight: 3 })).toEqual(violation("/components/schemas/Crate", "/weight"));
  });

  test("reports only the undocumented property of a nested object", () => {
    expect(closed({ ...crate, owner: { type: "user", id: "1", age: 3 } })).toEqual(
      violation("/components/schemas/Owner", "/owner/age"),
    );
  });

  test("reports undocumented properties of a page and of its entries", () => {
    expect(closed({ limit: 1, entries: [{ ...crate, weight: 3 }], pages: 1 }, "/crates")).toEqual([
      ...violation("/components/schemas/Crate", "/entries/0/weight"),
      ...violation("/components/schemas/Crates", "/pages"),
    ]);
  });

  test("reports an undocumented property in a branch of a choice", () => {
    expect(closed({ type: "shelf", id: "1", depth: 2 }, "/crates/newest")).toEqual(
      violation("/components/schemas/Shelf", "/depth"),
    );
  });

  test("reports a value that an enum does not list", () => {
    expect(closed({ ...crate, color: "green" })).toEqual(violation("/components/schemas/Color/anyOf/0/enum", "/color"));
  });

  test("leaves an invalid body to the rule response-body", () => {
    expect(closed({ ...crate, size: "big", weight: 3 }).map(({ rule }) => rule)).toEqual(["response-body"]);
  });
});

describe("standard-representation", () => {
  const mini = { type: "crate", id: "7", name: "lid" };
  const FIELDS = "/components/schemas/CrateFields";
  const PARAMETER = "/components/parameters/Fields";

  function violation(contract: string, at: string) {
    return expected("standard-representation", contract, `/response/body${at}`);
  }

  test("accepts all standard attributes without fields, and the listed ones with it [CO-5]", () => {
    expect(check(get(), response(crate))).toEqual([]);
    expect(check(get("/crates/7?fields=color"), response({ ...mini, color: "red" }))).toEqual([]);
    expect(check(get("/crates/7?fields=color,id"), response({ type: "crate", id: "7", color: "red" }))).toEqual([]);
  });

  test("reports a missing standard attribute without fields", () => {
    expect(found(check(get(), response(mini)))).toEqual(
      violation("/components/schemas/Crate/allOf/1/required", "/owner"),
    );
  });

  test("reports a missing standard attribute in the entry of a collection", () => {
    expect(found(check(get("/crates"), response({ limit: 2, entries: [crate, mini] })))).toEqual(
      violation("/components/schemas/Crate/allOf/1/required", "/entries/1/owner"),
    );
  });

  test("reports a listed attribute that is missing, by the first part of its path", () => {
    expect(found(check(get("/crates/7?fields=color"), response(mini)))).toEqual(
      violation(`${FIELDS}/properties/color`, "/color"),
    );
    expect(found(check(get("/crates/7?fields=owner.id"), response(mini)))).toEqual(
      violation(`${FIELDS}/properties/owner`, "/owner"),
    );
  });

  test("does not expect a listed attribute that the contract does not document", () => {
    expect(check(get("/crates/7?fields=weight"), response(mini))).toEqual([]);
  });

  test("reports an attribute that is not listed, in the record and in entries", () => {
    expect(found(check(get("/crates/7?fields=color"), response({ ...crate, color: "red" })))).toEqual(
      violation(PARAMETER, "/owner"),
    );
    const page = { limit: 1, entries: [{ ...mini, color: "red" }] };
    expect(check(get("/crates?fields=color"), response(page))).toEqual([]);
    expect(found(check(get("/crates?fields=size"), response(page)))).toEqual(
      violation(`${FIELDS}/properties/size`, "/entries/0/size"),
    );
    expect(found(check(get("/crates?fields=size"), response(page), { closed: true }))).toEqual([
      ...violation(`${FIELDS}/properties/size`, "/entries/0/size"),
      ...violation(PARAMETER, "/entries/0/color"),
    ]);
  });

  test("accepts an etag that is not listed, and with closed only from a record that has one [RS-2]", () => {
    const contract = loadContract();
    const rules = (path: string, body: Json, closed = false) =>
      checkExchange(
        { request: get(path, { serviceapi: "shared_link=x" }), response: response(body) },
        { contract, closed },
      ).map(({ rule }) => rule);
    expect(rules("/shared_items?fields=size", { type: "folder", id: "7", name: "a", size: 1, etag: "3" })).toEqual([]);
    const user = { type: "user", id: "7", name: "a", login: "a@example.com", etag: "3" };
    expect(rules("/users/me?fields=login", user)).toEqual([]);
    expect(rules("/users/me?fields=login", user, true)).toContain("standard-representation");
  });

  test("skips errors", () => {
    expect(check(get("/crates/7?fields=color"), response({ code: "not_found" }, 404))).toEqual([]);
  });
});
