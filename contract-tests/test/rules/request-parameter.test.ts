import { expect, test } from "vitest";
import { answer, check, crate, found, get, token } from "../support/small-exchange.js";

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
