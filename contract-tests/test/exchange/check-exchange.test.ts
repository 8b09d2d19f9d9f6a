import { expect, expectTypeOf, test } from "vitest";
import { loadContract } from "../../src/contract/load-contract.js";
import type { RuleId, Violation } from "../../src/exchange/violation.js";
import { checkExchange } from "../../src/rules/check-exchange.js";
import { answer, check, get, put } from "../support/small-exchange.js";

test("holds an exchange against the contract of the client when no other is given", () => {
  const violations = checkExchange({
    request: { method: "GET", path: "/users/me", headers: { authorization: "Bearer token" } },
    response: { status: 200, headers: { "content-type": "application/json" }, body: '{"type":"user"}' },
  });
  expectTypeOf(violations).toEqualTypeOf<Violation[]>();
  expect(violations.map(({ rule, at }) => [rule, at])).toContainEqual(["response-body", "/response/body/id"]);
  expect(loadContract()).toBe(loadContract());
});

test("tells every violation at once, those of the request first", () => {
  const request = { ...put({ weight: 1 }), headers: { "content-type": "application/json" } };
  const rules = check(request, answer({}, 201)).map(({ rule }) => rule);
  expectTypeOf(rules).toEqualTypeOf<RuleId[]>();
  expect(rules).toEqual(["request-body", "request-body", "request-security", "status-documented"]);
});

test("gives the same answer each time and changes nothing that it was given", () => {
  const request = Object.freeze(get("/crates/x"));
  const response = Object.freeze(answer({}));
  expect(check(request, response)).toEqual(check(request, response));
});

test("takes headers in every form", () => {
  const headers = { authorization: "Bearer abc", "crate-key": "k" };
  const forms = [headers, Object.entries(headers), new Headers(headers)];
  const rules = forms.map((form) => check({ method: "GET", path: "/crates/7", headers: form }, { status: 304 }));
  expect(rules).toEqual([[], [], []]);
});

test("says in each message what is wrong, in words", () => {
  const [violation] = check(put({ name: "much too long" }), answer({ type: "crate", id: "1", name: "n", owner: null }));
  expect(violation?.message).toBe("The request body at /name must NOT have more than 8 characters");
});
