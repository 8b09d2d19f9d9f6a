import { expect, test } from "vitest";
import type { Json } from "../../src/contract/json.js";
import { answer, check, crate, found, get } from "../support/small-exchange.js";

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
