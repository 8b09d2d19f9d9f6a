import { expect, test } from "vitest";
import type { Json } from "../../src/contract/json.js";
import { answer, check, crate, found, get } from "../support/small-exchange.js";

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
