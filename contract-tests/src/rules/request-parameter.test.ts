import { expect, test } from "vitest";
import { answer, box, check, found, get, token } from "../../test/small-exchange.js";

const boxes = answer({ entries: [box], limit: 1 });
const small = answer({ entries: [{ type: "box", id: "7", color: "red" }], limit: 1 });
const OPERATION = "/paths/~1boxes/get";

function violation(contract: string, at: string) {
  return [{ rule: "request-parameter", contract, at }];
}

test("holds for parameters in path, query and header, and for optional ones that were left out", () => {
  expect(check(get("/boxes/7", { "if-none-match": "abcd" }), answer(box))).toEqual([]);
  expect(check(get("/boxes?limit=9007199254740991&empty=false"), boxes)).toEqual([]);
  expect(check(get("/boxes"), boxes)).toEqual([]);
});

test("reads an array from one value with commas or from repeated names, as the contract says", () => {
  expect(check(get("/boxes?fields=color"), small)).toEqual([]);
  expect(check(get("/boxes?fields=color%2Cname"), small).map(({ message }) => message)).toEqual([
    "fields lists name, which did not come",
  ]);
  expect(check(get("/boxes?color=red&color=a,b"), boxes)).toEqual([]);
});

test("reports an empty item of an array at its place", () => {
  expect(found(check(get("/boxes?fields=color,"), small))).toEqual(
    violation("/components/parameters/Fields/schema/items/minLength", "/request/query/fields/1"),
  );
});

test("reports a required header that is missing", () => {
  expect(found(check({ method: "GET", path: "/boxes/7", headers: token }, answer(box)))).toEqual(
    violation("/paths/~1boxes~1{box_id}/get/parameters/2", "/request/headers/box-key"),
  );
});

test("reports a header whose value does not fit", () => {
  expect(found(check(get("/boxes/7", { "If-None-Match": "12345" }), answer(box)))).toEqual(
    violation("/paths/~1boxes~1{box_id}/get/parameters/1/schema/maxLength", "/request/headers/if-none-match"),
  );
});

test("reports a path parameter that does not fit after it was decoded, and an empty one", () => {
  const expected = violation("/paths/~1boxes~1{box_id}/parameters/0/schema/pattern", "/request/path/box_id");
  expect(found(check(get("/boxes/7%2F8"), answer(box)))).toEqual(expected);
  expect(found(check(get("/boxes/"), answer(box)))).toEqual(expected);
  expect(check(get("/boxes/%37"), answer(box))).toEqual([]);
});

test("reports a query value of the wrong type", () => {
  const limit = violation(`${OPERATION}/parameters/1/schema/type`, "/request/query/limit");
  expect(found(check(get("/boxes?limit=ten"), boxes))).toEqual(limit);
  expect(found(check(get("/boxes?limit=1.5"), boxes))).toEqual(limit);
  expect(found(check(get("/boxes?empty=yes"), boxes))).toEqual(
    violation(`${OPERATION}/parameters/2/schema/type`, "/request/query/empty"),
  );
});

test("reports a query value out of range, also one that 64 bits cannot hold", () => {
  const at = "/request/query/limit";
  expect(found(check(get("/boxes?limit=0"), boxes))).toEqual(violation(`${OPERATION}/parameters/1/schema/minimum`, at));
  expect(found(check(get("/boxes?limit=9223372036854775808"), boxes))).toEqual(
    violation(`${OPERATION}/parameters/1/schema/format`, at),
  );
});

test("reports a value that is given twice where one is taken", () => {
  expect(found(check(get("/boxes?limit=1&limit=2"), boxes))).toEqual(
    violation(`${OPERATION}/parameters/1/schema/type`, "/request/query/limit"),
  );
});

test("reports a query parameter that the contract does not have, once", () => {
  expect(found(check(get("/boxes?page=1&page=2"), boxes))).toEqual(
    violation(`${OPERATION}/parameters`, "/request/query/page"),
  );
});
