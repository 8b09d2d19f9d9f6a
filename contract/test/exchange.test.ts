import { expect, expectTypeOf, test } from "vitest";
import { type Exchange, recordExchange } from "../src/exchange/exchange.js";
import type { RuleId, Violation } from "../src/exchange/violation.js";
import { loadContract } from "../src/model/load-contract.js";
import { checkExchange } from "../src/rules/check-exchange.js";
import { check, put, response } from "./support/small-exchange.js";

test("checks an exchange against the contract of the client by default", () => {
  const violations = checkExchange({
    request: { method: "GET", path: "/users/me", headers: { authorization: "Bearer token" } },
    response: { status: 200, headers: { "content-type": "application/json" }, body: '{"type":"user"}' },
  });
  expectTypeOf(violations).toEqualTypeOf<Violation[]>();
  expect(violations.map(({ rule, at }) => [rule, at])).toContainEqual(["response-body", "/response/body/id"]);
  expect(loadContract()).toBe(loadContract());
});

test("returns every violation at once, those of the request first, and the same each time", () => {
  const request = Object.freeze({ ...put({ weight: 1 }), headers: { "content-type": "application/json" } });
  const received = Object.freeze(response({}, 307));
  const rules = check(request, received).map(({ rule }) => rule);
  expectTypeOf(rules).toEqualTypeOf<RuleId[]>();
  expect(rules).toEqual(["request-body", "request-body", "request-security", "status-documented"]);
  expect(check(request, received).map(({ rule }) => rule)).toEqual(rules);
});

test("accepts headers in every form", () => {
  const headers = { authorization: "Bearer abc", "crate-key": "k" };
  const forms = [headers, Object.entries(headers), new Headers(headers)];
  const rules = forms.map((form) => check({ method: "GET", path: "/crates/7", headers: form }, { status: 304 }));
  expect(rules).toEqual([[], [], []]);
});

test("records the request and the response as plain data and leaves both bodies readable", async () => {
  const exchanges: Exchange[] = [];
  const recording = recordExchange(
    async (request) => new Response(`got ${await request.text()}`, { status: 201, headers: { "x-a": "1" } }),
    (exchange) => exchanges.push(exchange),
  );
  const received = await recording("http://127.0.0.1/a?b=1", { method: "POST", body: "text", headers: { "x-b": "2" } });
  expect(await received.text()).toBe("got text");
  const request = { method: "POST", url: "http://127.0.0.1/a?b=1", body: "text" };
  expect(exchanges).toMatchObject([{ request, response: { status: 201, body: "got text" } }]);
  expect(new Headers(exchanges[0]?.request.headers).get("x-b")).toBe("2");
  expect(new Headers(exchanges[0]?.response.headers).get("x-a")).toBe("1");
});

test("records no body for an empty message, and nothing for a failed call, which rejects with its error", async () => {
  const exchanges: Exchange[] = [];
  const recording = recordExchange(
    async ({ method }) => {
      if (method === "GET") throw new TypeError("fetch failed");
      return new Response(null, { status: 204 });
    },
    (exchange) => exchanges.push(exchange),
  );
  await expect(recording("http://127.0.0.1/a")).rejects.toThrow("fetch failed");
  await recording(new Request("http://127.0.0.1/a", { method: "DELETE" }));
  expect(exchanges.map(({ request, response }) => [request.body, response.body])).toEqual([[undefined, undefined]]);
});
