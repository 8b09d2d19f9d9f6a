import { expect, test } from "vitest";
import { answer, check, crate, found, get } from "../support/small-exchange.js";

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
