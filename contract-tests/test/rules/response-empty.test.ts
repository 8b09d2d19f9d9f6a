import { expect, test } from "vitest";
import { check, found, get } from "../support/small-exchange.js";

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
