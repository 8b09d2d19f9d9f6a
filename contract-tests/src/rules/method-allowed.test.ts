import { expect, test } from "vitest";
import { answer, box, check, found, get } from "../../test/small-exchange.js";

test("holds for a method of the path, in any case", () => {
  expect(check({ ...get(), method: "get" }, answer(box))).toEqual([]);
});

test("reports a method that the path does not have", () => {
  expect(found(check({ ...get(), method: "POST" }, answer(box)))).toEqual([
    { rule: "method-allowed", contract: "/paths/~1boxes~1{box_id}", at: "/request/method" },
  ]);
});

test("takes a literal segment before a template, and with it only its own methods", () => {
  expect(found(check({ ...get("/boxes/newest"), method: "DELETE" }, { status: 204 }))).toEqual([
    { rule: "method-allowed", contract: "/paths/~1boxes~1newest", at: "/request/method" },
  ]);
});
