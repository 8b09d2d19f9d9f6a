import { checkExchange, createContract, type Exchange, loadContract } from "content-service-contract";
import { redactedExchange } from "content-service-contract/redaction";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hostileBodies } from "../../../contract/test/support/hostile-bodies.js";
import { type CheckReport, createCoverage, htmlReport, jsonReport, junitReport, summaryText } from "../../src/index.js";
import { describeViolations, foundIn } from "../../src/matchers/describe-violations.js";
import { createTraffic } from "../../src/traffic/create-traffic.js";

const contract = loadContract();
const SIZE = 300_000;
const token = { authorization: "Bearer abcdefgh" };
const json = { "content-type": "application/json" };

const responded = (method: string, path: string, body: string): Exchange => ({
  request: { method, path, headers: token },
  response: { status: 200, headers: json, body },
});
const sent = (method: string, path: string, body: string, status = 200): Exchange => ({
  request: { method, path, headers: { ...token, ...json }, body },
  response: { status, headers: json, body },
});
/** The places that a body passes through, by the schema that reads it. */
const exchanges: readonly ((body: string) => Exchange)[] = [
  (body) => responded("GET", "/shared_items", body),
  (body) => responded("GET", "/file_version_legal_holds?policy_id=1", body),
  (body) => responded("GET", "/users/me?fields=a,b", body),
  (body) => sent("PUT", "/files/1", body, 400),
  (body) => sent("POST", "/metadata_queries/execute_read", body),
];

function expectLimited(exchange: Exchange): void {
  const violations = checkExchange(exchange, { contract, closed: true });
  expect(violations.length).toBeLessThanOrEqual(100);
  for (const { message, at } of violations) expect(message.length + at.length).toBeLessThan(4_000);
  expect(describeViolations(foundIn(exchange, violations)).length).toBeLessThan(500_000);
  expect(JSON.stringify(redactedExchange(exchange, ["abcdefgh"], { contract })).length).toBeLessThan(20 * SIZE);
  createCoverage(contract).record(exchange);
}

describe("a hostile body", () => {
  test.each(Object.entries(hostileBodies))("with %s is checked and redacted in a limited time", (_, make) => {
    const body = make(SIZE);
    for (const exchangeOf of exchanges) expectLimited(exchangeOf(body));
  });

  test.each(["lists nested in lists", "records nested in records"])(
    "with 100,000 levels of %s overflows no stack, from the check to each report",
    (name) => {
      const body = hostileBodies[name]?.(600_000) ?? "";
      const traffic = createTraffic({ subject: "deep", source: "har", contract, closed: true });
      for (const exchangeOf of exchanges) traffic.record(exchangeOf(body));
      const report: CheckReport = traffic.report();
      const json = JSON.stringify(jsonReport(report));
      for (const text of [summaryText(report), htmlReport(report), junitReport(report), json])
        expect(text.length).toBeLessThan(20_000_000);
    },
  );

  test("made of any values and texts is checked, and no check throws", () => {
    const value = fc.jsonValue({ maxDepth: 6 }).map((json) => JSON.stringify(json));
    const cut = fc.json().map((one) => one.slice(0, -1));
    const text = fc.oneof(value, fc.string({ unit: "binary" }), cut);
    const repeated = fc.tuple(text, fc.integer({ min: 1, max: 2_000 })).map(([one, count]) => {
      return `{"entries":[${Array(count).fill(one).join(",")}]}`;
    });
    const exchange = fc.tuple(fc.constantFrom(...exchanges), fc.oneof(text, repeated)).map(([of, body]) => of(body));
    fc.assert(fc.property(exchange, expectLimited), { seed: 20_260, numRuns: 300 });
  });
});

describe("a hostile head", () => {
  const long = "x".repeat(SIZE);
  const list = (count: number, item: (index: number) => string, by = "&") =>
    Array.from({ length: count }, (_, index) => item(index)).join(by);
  const parameters = list(SIZE / 8, (index) => `p${index}=1`);
  const get = (path: string, headers: Record<string, string> = token) => ({ method: "GET", path, headers });
  const url = `https://api.content.example/2.0/users/me?fields=${long}`;
  const form = { "content-type": "application/x-www-form-urlencoded" };
  test.each<[name: string, request: Exchange["request"]]>([
    ["a long path", get(`/${"users/".repeat(SIZE / 6)}`)],
    ["a long URL", { method: "GET", url, headers: token }],
    ["many parameters", get(`/users/me?${parameters}`)],
    ["many fields", get(`/users/me?fields=${list(SIZE / 6, (index) => `f${index}`, ",")}`)],
    ["one parameter many times", get(`/users/me?${"fields=id&".repeat(SIZE / 10)}`)],
    ["a long header", get("/users/me", { authorization: `Bearer ${" a".repeat(SIZE)}` })],
    ["a header of spaces", get("/users/me", { ...token, "x-a": `a${" ".repeat(SIZE)}b` })],
    ["a long method", { method: "X".repeat(SIZE), path: "/users/me" }],
    [
      "a form of many fields",
      { method: "POST", url: "https://api.content.example/oauth2/token", headers: form, body: parameters },
    ],
  ])("with %s is checked in a limited time", (_, request) => {
    const body = `{"type":"user","id":"1",${list(SIZE / 12, (index) => `"n${index}":1`, ",")}}`;
    expectLimited({ request, response: { status: 200, headers: json, body } });
  });
});

/** A contract of one operation, whose response has a schema. */
function contractOf(schema: object, schemas: object = {}) {
  const responses = { 200: { description: "ok", content: { "application/json": { schema } } } };
  const paths = { "/a": { get: { operationId: "getA", responses } } };
  return createContract({ openapi: "3.1.0", paths, components: { schemas } });
}

type Limits = { timeoutMs?: number; now?: () => number };
const checkText = (body: string, of: ReturnType<typeof contractOf>, limits: Limits = {}) => {
  const response = { status: 200, headers: json, body };
  return checkExchange({ request: { method: "GET", path: "/a" }, response }, { contract: of, ...limits });
};
const check = (body: unknown, of: ReturnType<typeof contractOf>, limits?: Limits) =>
  checkText(JSON.stringify(body), of, limits);

describe("the limits of a check", () => {
  test("are 100 violations, and the last one says how many more there are", () => {
    const path = `/users/me?${Array.from({ length: 250 }, (_, index) => `p${index}=1`).join("&")}`;
    const violations = checkExchange({ request: { method: "GET", path, headers: token }, response: { status: 401 } });
    expect(violations).toHaveLength(100);
    const last = /^The query parameter p99 is not documented \(and 15\d more violations\)$/;
    expect(violations.at(-1)?.message).toMatch(last);
    const list = check(Array(5_000).fill(1), contractOf({ type: "array", items: { type: "string" } }));
    expect(list).toHaveLength(100);
    expect(list.at(-1)?.message).toBe("The response body at /99 must be string (and more violations)");
  });

  test("include the time of the given clock: the rest is reported as not checked", () => {
    let nowMs = 0;
    const violations = check({}, contractOf({ type: "string" }), { timeoutMs: 50, now: () => (nowMs += 20) });
    expect(violations.map(({ rule }) => rule)).toContain("fully-checked");
    expect(violations.at(-1)).toEqual({
      rule: "fully-checked",
      message: "The response was not fully checked: timed out after 50 ms",
      contract: "/paths/~1a/get",
      at: "/response",
    });
  });

  const backtracking = ["^(a+)+$", "^(a|a)*$", "^(a|aa)+$", "^(?:a*)*$", "(a*)*b", "^(a{1,}){1,}$", "^(a+)+\\1$"];
  test.each([...backtracking, "a*a*a*a*a*a*c"])("include patterns that backtrack: %s", (pattern) => {
    const text = `${"a".repeat(50_000)}!`;
    for (const one of [text, text.slice(-50), text.slice(-5)]) {
      const [violation] = check(one, contractOf({ type: "string", pattern }));
      expect(violation?.rule).toMatch(/^(fully-checked|response-body)$/);
    }
  });

  test("include the depth of a recursive schema", () => {
    const Node = { type: "array", items: { $ref: "#/components/schemas/Node" } };
    const deep = "[".repeat(100_000) + "]".repeat(100_000);
    const violations = checkText(deep, contractOf({ $ref: "#/components/schemas/Node" }, { Node }));
    expect(violations.map(({ message }) => message)).toEqual(["The response was not fully checked: nested too deeply"]);
  });

  test("leave unique items exact", () => {
    const inTime = { timeoutMs: 60_000, now: () => 0 };
    const of = contractOf({ type: "array", uniqueItems: true, items: { type: "object" } });
    const items = Array.from({ length: 20_000 }, (_, id) => ({ id, tags: [id], other: { a: 1, b: id } }));
    expect(check(items, of, inTime)).toEqual([]);
    const [first] = items;
    const copy = { other: { b: first?.other.b, a: 1 }, tags: first?.tags, id: first?.id };
    const message = "The response body must NOT have duplicate items (items ## 0 and 20000 are identical)";
    expect(check([...items, copy], of, inTime)).toMatchObject([{ message: `${message} (and more violations)` }]);
  });

  test("leave a message on one line, without characters that a terminal obeys", () => {
    const [violation] = checkExchange({
      request: { method: "GET", path: "/users/me?%1b%5b31m%0aerror%9b=1", headers: token },
      response: { status: 401 },
    });
    expect(violation?.message).toMatch(/^The query parameter \\u001b\[31m error/);
  });
});
