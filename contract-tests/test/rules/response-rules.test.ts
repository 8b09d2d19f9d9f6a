import { describe, expect, test } from "vitest";
import type { Json } from "../../src/contract/json.js";
import { answer, check, crate, found, get } from "../support/small-exchange.js";

describe("status-documented", () => {
  function violation(operation: string) {
    return [{ rule: "status-documented", contract: `${operation}/responses`, at: "/response/status" }];
  }

  const getCrate = "/paths/~1crates~1{crate_id}/get";

  test("holds for a documented status, for a range, and for any error that default stands for", () => {
    expect(check(get(), answer(crate))).toEqual([]);
    expect(check(get("/crates/newest"), answer({ a: "b" }, 203))).toEqual([]);
    expect(check(get(), answer({ code: "gone" }, 410))).toEqual([]);
    expect(check(get(), answer({ code: "broken" }, 599))).toEqual([]);
  });

  test("reports a success and a redirect that default does not make right", () => {
    expect(found(check(get(), answer(crate, 201)))).toEqual(violation(getCrate));
    expect(found(check(get(), answer({ code: "moved" }, 301)))).toEqual(violation(getCrate));
  });

  test("reports an error where there is no default", () => {
    expect(found(check(get("/crates/newest"), answer({}, 404)))).toEqual(violation("/paths/~1crates~1newest/get"));
  });
});

describe("response-content-type", () => {
  const expected = [
    {
      rule: "response-content-type",
      contract: "/paths/~1crates~1{crate_id}/get/responses/200/content",
      at: "/response/headers/content-type",
    },
  ];

  test("holds for the documented media type, with parameters", () => {
    expect(check(get(), answer(crate, 200, { "content-type": "application/json; charset=utf-8" }))).toEqual([]);
  });

  test("reports another media type and none", () => {
    expect(found(check(get(), answer(crate, 200, { "content-type": "text/html" })))).toEqual(expected);
    expect(found(check(get(), { status: 200, headers: {}, body: "{}" }))).toEqual(expected);
  });
});

describe("response-header", () => {
  const HEADER = "/components/responses/TooMany/headers/Retry-After";
  const at = "/response/headers/retry-after";

  function tooMany(headers: Record<string, string>) {
    return found(check(get(), answer({ code: "slow_down" }, 429, headers)));
  }

  test("holds for a header that fits", () => {
    expect(tooMany({ "retry-after": "2" })).toEqual([]);
  });

  test("reports a required header that is missing", () => {
    expect(tooMany({})).toEqual([{ rule: "response-header", contract: HEADER, at }]);
  });

  test("reports a value of the wrong type and one out of range", () => {
    expect(tooMany({ "Retry-After": "soon" })).toEqual([
      { rule: "response-header", contract: `${HEADER}/schema/type`, at },
    ]);
    expect(tooMany({ "Retry-After": "0" })).toEqual([
      { rule: "response-header", contract: `${HEADER}/schema/minimum`, at },
    ]);
  });
});

describe("response-empty", () => {
  const body = { headers: { "content-type": "application/json" }, body: "{}" };

  function violation(contract: string) {
    return [{ rule: "response-empty", contract, at: "/response/body" }];
  }

  test("holds for an empty 204, an empty 304 and an answer to HEAD that names its media type", () => {
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

  test("reports a body after HEAD, although the contract has its media type", () => {
    const response = { status: 200, headers: body.headers, body: '{"limit":1}' };
    expect(found(check({ ...get("/crates"), method: "HEAD" }, response))).toEqual(
      violation("/paths/~1crates/head/responses/200"),
    );
  });

  test("reports a body with 204 and with 304 even where the contract has one", () => {
    const newest = "/paths/~1crates~1newest/get/responses";
    expect(found(check(get("/crates/newest"), { status: 204, ...body }))).toEqual(violation(`${newest}/2XX`));
    expect(found(check(get("/crates/newest"), { status: 304, ...body }))).toEqual(violation(`${newest}/304`));
    expect(check(get("/crates/newest"), { status: 304 })).toEqual([]);
  });
});

describe("response-json", () => {
  test("holds for a body that can be parsed", () => {
    expect(check(get(), answer(crate))).toEqual([]);
  });

  test("reports a body that says it is JSON and is not", () => {
    const response = { ...answer(crate), body: "<html>" };
    expect(found(check(get(), response))).toEqual([
      {
        rule: "response-json",
        contract: "/paths/~1crates~1{crate_id}/get/responses/200/content/application~1json",
        at: "/response/body",
      },
    ]);
  });
});

describe("response-body", () => {
  const FIELDS = "/components/schemas/CrateFields";

  function violation(contract: string, at: string) {
    return [{ rule: "response-body", contract, at: `/response/body${at}` }];
  }

  function one(body: Json) {
    return found(check(get(), answer(body)));
  }

  test("holds for what the contract documents, and in the open world for what it does not", () => {
    expect(one(crate)).toEqual([]);
    expect(one({ ...crate, color: "green", weight: 3, owner: null })).toEqual([]);
    expect(check(get("/crates/newest"), answer({ type: "shelf", id: "1", boards: 2 }))).toEqual([]);
  });

  test("reports a body that is missing", () => {
    const response = { status: 200, headers: { "content-type": "application/json" } };
    expect(found(check(get(), response))).toEqual(violation("/paths/~1crates~1{crate_id}/get/responses/200", ""));
  });

  test("reports a wrong type with the pointer to the schema that says it, through references", () => {
    expect(one({ ...crate, color: 7 })).toEqual(violation("/components/schemas/Color/anyOf/1/type", "/color"));
    expect(one({ ...crate, owner: { type: "user", id: 1 } })).toEqual(
      violation("/components/schemas/Owner/properties/id/type", "/owner/id"),
    );
  });

  test("reports what is wrong in an entry of a collection", () => {
    const page = { limit: 2, entries: [crate, { ...crate, name: "much too long" }] };
    expect(found(check(get("/crates"), answer(page)))).toEqual(
      violation(`${FIELDS}/properties/name/maxLength`, "/entries/1/name"),
    );
    expect(found(check(get("/crates"), answer({ entries: [] })))).toEqual(
      violation("/components/schemas/Page/required", "/limit"),
    );
  });

  test("reports a choice by the branch whose constant the body has", () => {
    expect(found(check(get("/crates/newest"), answer({ type: "shelf", id: "1", boards: "two" })))).toEqual(
      violation("/components/schemas/Shelf/properties/boards/type", "/boards"),
    );
  });

  test("reports a time without an offset, with a space, and on a day that does not exist", () => {
    const expected = violation(`${FIELDS}/properties/created_at/format`, "/created_at");
    expect(one({ ...crate, created_at: "2026-02-03T10:00:00+01:00" })).toEqual([]);
    expect(one({ ...crate, created_at: "2026-02-03T10:00:00" })).toEqual(expected);
    expect(one({ ...crate, created_at: "2026-02-03 10:00:00Z" })).toEqual(expected);
    expect(one({ ...crate, created_at: "2026-02-30T10:00:00Z" })).toEqual(expected);
  });

  test("reports a whole number that 64 bits cannot hold", () => {
    const expected = violation(`${FIELDS}/properties/size/format`, "/size");
    expect(one({ ...crate, size: 2 ** 62 })).toEqual([]);
    expect(one({ ...crate, size: -(2 ** 63) })).toEqual([]);
    expect(one({ ...crate, size: 2 ** 63 })).toEqual(expected);
    expect(one({ ...crate, size: -(2 ** 64) })).toEqual(expected);
  });

  test("holds an error to the response that default documents", () => {
    expect(found(check(get(), answer({}, 500)))).toEqual(violation("/components/schemas/Error/required", "/code"));
  });
});

describe("response-body-closed", () => {
  function violation(contract: string, at: string) {
    return [{ rule: "response-body-closed", contract, at: `/response/body${at}` }];
  }

  function closed(body: Json, path = "/crates/7", status = 200) {
    return found(check(get(path), answer(body, status), { closed: true }));
  }

  test("holds for a body in which everything is documented, also values of any name", () => {
    expect(closed({ ...crate, color: "red", example: "e", $id: "i" })).toEqual([]);
    expect(closed({ limit: 1, entries: [crate] }, "/crates")).toEqual([]);
    expect(closed({ any: "label" }, "/crates/newest", 202)).toEqual([]);
  });

  test("is not looked at in the open world", () => {
    expect(check(get(), answer({ ...crate, weight: 3 }))).toEqual([]);
  });

  test("reports an undocumented property of an object that is composed of parts", () => {
    expect(closed({ ...crate, weight: 3 })).toEqual(violation("/components/schemas/Crate", "/weight"));
  });

  test("reports an undocumented property of a nested object, and nothing else of its owner", () => {
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

  test("leaves a body that does not fit at all to the rule for that", () => {
    expect(closed({ ...crate, size: "big", weight: 3 }).map(({ rule }) => rule)).toEqual(["response-body"]);
  });
});

describe("standard-representation", () => {
  const mini = { type: "crate", id: "7", name: "lid" };
  const FIELDS = "/components/schemas/CrateFields";
  const PARAMETER = "/components/parameters/Fields";

  function violation(contract: string, at: string) {
    return [{ rule: "standard-representation", contract, at: `/response/body${at}` }];
  }

  test("holds for all standard attributes without fields, and for the listed ones with it [CO-5]", () => {
    expect(check(get(), answer(crate))).toEqual([]);
    expect(check(get("/crates/7?fields=color"), answer({ ...mini, color: "red" }))).toEqual([]);
    expect(check(get("/crates/7?fields=color,id"), answer({ type: "crate", id: "7", color: "red" }))).toEqual([]);
  });

  test("reports a standard attribute that is missing without fields", () => {
    expect(found(check(get(), answer(mini)))).toEqual(
      violation("/components/schemas/Crate/allOf/1/required", "/owner"),
    );
  });

  test("reports it in the entry of a collection", () => {
    expect(found(check(get("/crates"), answer({ limit: 2, entries: [crate, mini] })))).toEqual(
      violation("/components/schemas/Crate/allOf/1/required", "/entries/1/owner"),
    );
  });

  test("reports a listed attribute that did not come, and takes the first part of a path", () => {
    expect(found(check(get("/crates/7?fields=color"), answer(mini)))).toEqual(
      violation(`${FIELDS}/properties/color`, "/color"),
    );
    expect(found(check(get("/crates/7?fields=owner.id"), answer(mini)))).toEqual(
      violation(`${FIELDS}/properties/owner`, "/owner"),
    );
  });

  test("does not ask for a listed attribute that the contract does not know", () => {
    expect(check(get("/crates/7?fields=weight"), answer(mini))).toEqual([]);
  });

  test("reports an attribute that came and is not listed, in the record and in entries", () => {
    expect(found(check(get("/crates/7?fields=color"), answer({ ...crate, color: "red" })))).toEqual(
      violation(PARAMETER, "/owner"),
    );
    const page = { limit: 1, entries: [{ ...mini, color: "red" }] };
    expect(check(get("/crates?fields=color"), answer(page))).toEqual([]);
    expect(found(check(get("/crates?fields=size"), answer(page)))).toEqual([
      ...violation(`${FIELDS}/properties/size`, "/entries/0/size"),
      ...violation(PARAMETER, "/entries/0/color"),
    ]);
  });

  test("does not look at errors", () => {
    expect(check(get("/crates/7?fields=color"), answer({ code: "not_found" }, 404))).toEqual([]);
  });
});
