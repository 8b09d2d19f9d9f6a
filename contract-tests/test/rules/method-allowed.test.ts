import { expect, test } from "vitest";
import { answer, check, crate, found, get } from "../support/small-exchange.js";

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
