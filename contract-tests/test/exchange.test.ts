import { expect, expectTypeOf, test } from "vitest";
import { loadContract } from "../src/contract/load-contract.js";
import { type Exchange, recordExchange } from "../src/exchange/exchange.js";
import type { RuleId, Violation } from "../src/exchange/violation.js";
import { checkExchange } from "../src/rules/check-exchange.js";
import { answer, check, get, put } from "./support/small-exchange.js";

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

test("records both sides as plain data and leaves both bodies to their readers", async () => {
  const exchanges: Exchange[] = [];
  const answered = recordExchange(
    async (request) => new Response(`got ${await request.text()}`, { status: 201, headers: { "x-a": "1" } }),
    (exchange) => exchanges.push(exchange),
  );
  const response = await answered("http://127.0.0.1/a?b=1", { method: "POST", body: "text", headers: { "x-b": "2" } });
  expect(await response.text()).toBe("got text");
  expect(exchanges).toHaveLength(1);
  expect(exchanges[0]?.request).toMatchObject({ method: "POST", url: "http://127.0.0.1/a?b=1", body: "text" });
  expect(new Headers(exchanges[0]?.request.headers).get("x-b")).toBe("2");
  expect(exchanges[0]?.response).toMatchObject({ status: 201, body: "got text" });
  expect(new Headers(exchanges[0]?.response.headers).get("x-a")).toBe("1");
});

test("records no body where there is none", async () => {
  const exchanges: Exchange[] = [];
  const empty = recordExchange(
    async () => new Response(null, { status: 204 }),
    (exchange) => exchanges.push(exchange),
  );
  await empty(new Request("http://127.0.0.1/a", { method: "DELETE" }));
  expect(exchanges[0]?.request.body).toBeUndefined();
  expect(exchanges[0]?.response.body).toBeUndefined();
});

test("records nothing for a call that fails, and lets the failure through", async () => {
  const exchanges: Exchange[] = [];
  const failing = recordExchange(
    async () => {
      throw new TypeError("fetch failed");
    },
    (exchange) => exchanges.push(exchange),
  );
  await expect(failing("http://127.0.0.1/a")).rejects.toThrow("fetch failed");
  expect(exchanges).toEqual([]);
});
