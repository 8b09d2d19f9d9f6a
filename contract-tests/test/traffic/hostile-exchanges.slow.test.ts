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

/** The places that a body passes through, by the schema that reads it. */
const exchanges: Readonly<Record<string, (body: string) => Exchange>> = {
  "a response": (body) => responded("GET", "/shared_items", body),
  "a list in a response": (body) => responded("GET", "/file_version_legal_holds?policy_id=1", body),
  "a response with fields": (body) => responded("GET", "/users/me?fields=a,b", body),
  "a request": (body) => ({
    request: { method: "PUT", path: "/files/1", headers: { ...token, ...json }, body },
    response: { status: 400, headers: json, body },
  }),
  "a search": (body) => ({
    request: { method: "POST", path: "/metadata_queries/execute_read", headers: { ...token, ...json }, body },
    response: { status: 200, headers: json, body },
  }),
};

function responded(method: string, path: string, body: string): Exchange {
  return { request: { method, path, headers: token }, response: { status: 200, headers: json, body } };
}

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
    for (const exchangeOf of Object.values(exchanges)) expectLimited(exchangeOf(body));
  });

  test.each(["lists nested in lists", "records nested in records"])(
    "with 100,000 levels of %s overflows no stack, from the check to each report",
    (name) => {
      const body = hostileBodies[name]?.(600_000) ?? "";
      const traffic = createTraffic({ subject: "deep", source: "har", contract, closed: true });
      for (const exchangeOf of Object.values(exchanges)) traffic.record(exchangeOf(body));
      const report: CheckReport = traffic.report();
      const written = [
        summaryText(report),
        htmlReport(report),
        junitReport(report),
        JSON.stringify(jsonReport(report)),
      ];
      for (const text of written) expect(text.length).toBeLessThan(20_000_000);
    },
  );

  test("made of any values and texts is checked, and no check throws", () => {
    const value = fc.jsonValue({ maxDepth: 6 }).map((json) => JSON.stringify(json));
    const text = fc.oneof(
      value,
      fc.string({ unit: "binary" }),
      fc.json().map((one) => one.slice(0, -1)),
    );
    const repeated = fc.tuple(text, fc.integer({ min: 1, max: 2_000 })).map(([one, count]) => {
      return `{"entries":[${Array.from({ length: count }, () => one).join(",")}]}`;
    });
    fc.assert(
      fc.property(fc.constantFrom(...Object.values(exchanges)), fc.oneof(text, repeated), (exchangeOf, body) =>
        expectLimited(exchangeOf(body)),
      ),
      { seed: 20_260, numRuns: 300 },
    );
  });
});

describe("a hostile head", () => {
  const long = "x".repeat(SIZE);
  test.each<[name: string, request: Exchange["request"]]>([
    ["a long path", { method: "GET", path: `/${"users/".repeat(SIZE / 6)}`, headers: token }],
    ["a long URL", { method: "GET", url: `https://api.content.example/2.0/users/me?fields=${long}`, headers: token }],
    [
      "many parameters",
      { method: "GET", path: `/users/me?${Array.from({ length: SIZE / 8 }, (_, i) => `p${i}=1`).join("&")}` },
    ],
    [
      "many fields",
      {
        method: "GET",
        path: `/users/me?fields=${Array.from({ length: SIZE / 6 }, (_, i) => `f${i}`).join(",")}`,
        headers: token,
      },
    ],
    [
      "one parameter many times",
      { method: "GET", path: `/users/me?${"fields=id&".repeat(SIZE / 10)}`, headers: token },
    ],
    ["a long header", { method: "GET", path: "/users/me", headers: { authorization: `Bearer ${" a".repeat(SIZE)}` } }],
    ["a header of spaces", { method: "GET", path: "/users/me", headers: { ...token, "x-a": `a${" ".repeat(SIZE)}b` } }],
    ["a long method", { method: "X".repeat(SIZE), path: "/users/me" }],
    [
      "a form of many fields",
      {
        method: "POST",
        url: "https://api.content.example/oauth2/token",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: Array.from({ length: SIZE / 8 }, (_, i) => `p${i}=1`).join("&"),
      },
    ],
  ])("with %s is checked in a limited time", (_, request) => {
    const entries = `{"type":"user","id":"1",${Array.from({ length: SIZE / 12 }, (_, i) => `"n${i}":1`).join(",")}}`;
    expectLimited({ request, response: { status: 200, headers: json, body: entries } });
  });
});

/** A contract of one operation, whose response has a schema. */
function contractOf(schema: object, schemas: object = {}) {
  const content = { "application/json": { schema } };
  const responses = { 200: { description: "ok", content } };
  return createContract({
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    servers: [{ url: "https://a.example" }],
    paths: { "/a": { get: { operationId: "getA", responses } } },
    components: { schemas },
  });
}

const check = (
  body: unknown,
  of: ReturnType<typeof contractOf>,
  options: { timeoutMs?: number; now?: () => number } = {},
) =>
  checkExchange(
    { request: { method: "GET", path: "/a" }, response: { status: 200, headers: json, body: JSON.stringify(body) } },
    { contract: of, ...options },
  );

describe("the limits of a check", () => {
  test("are 100 violations, and the last one says how many more there are", () => {
    const path = `/users/me?${Array.from({ length: 250 }, (_, index) => `p${index}=1`).join("&")}`;
    const violations = checkExchange({ request: { method: "GET", path, headers: token }, response: { status: 401 } });
    expect(violations).toHaveLength(100);
    expect(violations.at(-1)?.message).toMatch(
      /^The query parameter p99 is not documented \(and 15\d more violations\)$/,
    );
    const list = check(
      Array.from({ length: 5_000 }, () => 1),
      contractOf({ type: "array", items: { type: "string" } }),
    );
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

  test.each([
    "^(a+)+$",
    "^(a|a)*$",
    "^(a|aa)+$",
    "^(?:a*)*$",
    "(a*)*b",
    "^(a{1,}){1,}$",
    "a*a*a*a*a*a*c",
    "^(a+)+\\1$",
  ])("include patterns that backtrack: %s", (pattern) => {
    const text = `${"a".repeat(50_000)}!`;
    const found = [text, text.slice(-50), text.slice(-5)].map((one) =>
      check(one, contractOf({ type: "string", pattern })),
    );
    for (const [violation] of found) expect(violation?.rule).toMatch(/^(fully-checked|response-body)$/);
  });

  test("include the depth of a recursive schema", () => {
    const Node = { type: "array", items: { $ref: "#/components/schemas/Node" } };
    const deep = "[".repeat(100_000) + "]".repeat(100_000);
    const exchange = { request: { method: "GET", path: "/a" }, response: { status: 200, headers: json, body: deep } };
    const violations = checkExchange(exchange, {
      contract: contractOf({ $ref: "#/components/schemas/Node" }, { Node }),
    });
    expect(violations.map(({ message }) => message)).toEqual(["The response was not fully checked: nested too deeply"]);
  });

  test("leave unique items exact", () => {
    const inTime = { timeoutMs: 60_000, now: () => 0 };
    const of = contractOf({ type: "array", uniqueItems: true, items: { type: "object" } });
    const items = Array.from({ length: 20_000 }, (_, id) => ({ id, tags: [id], other: { a: 1, b: id } }));
    expect(check(items, of, inTime)).toEqual([]);
    const [first] = items;
    const copy = { other: { b: first?.other.b, a: 1 }, tags: first?.tags, id: first?.id };
    expect(check([...items, copy], of, inTime)).toMatchObject([
      {
        message:
          "The response body must NOT have duplicate items (items ## 0 and 20000 are identical) (and more violations)",
      },
    ]);
  });

  test("leave a message on one line, without characters that a terminal obeys", () => {
    const [violation] = checkExchange({
      request: { method: "GET", path: "/users/me?%1b%5b31m%0aerror%9b=1", headers: token },
      response: { status: 401 },
    });
    expect(violation?.message).toMatch(/^The query parameter \\u001b\[31m error/);
  });
});
