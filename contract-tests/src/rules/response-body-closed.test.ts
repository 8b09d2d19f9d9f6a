import { expect, test } from "vitest";
import { answer, box, check, found, get } from "../../test/small-exchange.js";
import type { Json } from "../json.js";

function violation(contract: string, at: string) {
  return [{ rule: "response-body-closed", contract, at: `/response/body${at}` }];
}

function closed(body: Json, path = "/boxes/7", status = 200) {
  return found(check(get(path), answer(body, status), { closed: true }));
}

test("holds for a body in which everything is documented, also values of any name", () => {
  expect(closed({ ...box, color: "red", example: "e", $id: "i" })).toEqual([]);
  expect(closed({ limit: 1, entries: [box] }, "/boxes")).toEqual([]);
  expect(closed({ any: "label" }, "/boxes/newest", 202)).toEqual([]);
});

test("is not looked at in the open world", () => {
  expect(check(get(), answer({ ...box, weight: 3 }))).toEqual([]);
});

test("reports an undocumented property of an object that is composed of parts", () => {
  expect(closed({ ...box, weight: 3 })).toEqual(violation("/components/schemas/Box", "/weight"));
});

test("reports an undocumented property of a nested object, and nothing else of its owner", () => {
  expect(closed({ ...box, owner: { type: "user", id: "1", age: 3 } })).toEqual(
    violation("/components/schemas/Owner", "/owner/age"),
  );
});

test("reports undocumented properties of a page and of its entries", () => {
  expect(closed({ limit: 1, entries: [{ ...box, weight: 3 }], pages: 1 }, "/boxes")).toEqual([
    ...violation("/components/schemas/Box", "/entries/0/weight"),
    ...violation("/components/schemas/Boxes", "/pages"),
  ]);
});

test("reports an undocumented property in a branch of a choice", () => {
  expect(closed({ type: "shelf", id: "1", depth: 2 }, "/boxes/newest")).toEqual(
    violation("/components/schemas/Shelf", "/depth"),
  );
});

test("reports a value that an enum does not list", () => {
  expect(closed({ ...box, color: "green" })).toEqual(violation("/components/schemas/Color/anyOf/0/enum", "/color"));
});

test("leaves a body that does not fit at all to the rule for that", () => {
  expect(closed({ ...box, size: "big", weight: 3 }).map(({ rule }) => rule)).toEqual(["response-body"]);
});
