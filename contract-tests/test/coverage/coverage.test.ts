import { createContract, type Exchange, type JsonObject } from "content-service-contract";
import { expect, test } from "vitest";
import { coverageText, createCoverage, dimensions } from "../../src/coverage/coverage.js";

const body = (examples: JsonObject): JsonObject => ({
  content: { "application/json": { schema: { type: "object" }, examples } },
});

const contract = createContract({
  security: [{ accessToken: [] }],
  paths: {
    "/a/{id}": {
      post: {
        operationId: "one",
        parameters: [
          { name: "id", in: "path", required: true, schema: { type: "string" } },
          { name: "limit", in: "query", schema: { type: "integer" } },
          { name: "If-Match", in: "header", schema: { type: "string" } },
        ],
        requestBody: body({ rename: { value: {} } }),
        responses: {
          "200": body({ full: { value: { code: "not an error" } } }),
          default: body({ broken: { value: { code: "broken", status: 500 } } }),
        },
      },
    },
  },
});

const call: Exchange["request"] = {
  method: "POST",
  path: "/a/1?limit=2",
  headers: { "content-type": "application/json", authorization: "Bearer t", "If-Match": "1" },
  body: "{}",
};

function response(status: number, value: object): Exchange["response"] {
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(value) };
}

const success = { request: call, response: response(200, {}) };
const failure = { request: { method: "POST", path: "/a/1" }, response: response(500, { code: "broken" }) } as const;

test("is full once every documented thing was seen, and tells what was not before that", () => {
  const coverage = createCoverage(contract);
  coverage.record(success, { example: "full", requestExample: "rename" });
  expect(coverage.report().missing.map((one) => `${one.operation} ${one.dimension} ${one.name}`)).toEqual([
    ...["one status default", "one media type default application/json", "one example default broken"],
    ...["one error code default broken", "one security without a token"],
  ]);
  coverage.record(failure, { example: "broken" });
  expect(coverage.report()).toMatchObject({ percent: 100, missing: [] });
});

test("counts an example only when it was named, and nothing for what the contract does not have", () => {
  const coverage = createCoverage(contract);
  coverage.record(success);
  coverage.record({ request: { method: "GET", path: "/a/1" }, response: response(200, {}) });
  coverage.record({ request: { method: "GET", path: "/b" }, response: response(200, {}) });
  coverage.record({ request: call, response: response(201, {}) }, { example: "other" });
  const { covered, missing } = coverage.report();
  expect(covered).toBe(7);
  expect(missing.map(({ name }) => name)).toContain("200 full");
});

test("does not round up to 100", () => {
  const paths = Object.fromEntries(
    Array.from({ length: 1000 }, (_, index) => [`/p${index}`, { get: { operationId: `o${index}`, responses: {} } }]),
  );
  const coverage = createCoverage(createContract({ paths }));
  for (const path of Object.keys(paths).slice(1))
    coverage.record({ request: { method: "GET", path }, response: { status: 200 } });
  expect(coverage.report()).toMatchObject({ documented: 1000, covered: 999, percent: 99.9 });
});

test("counts the documented parts of each operation, and lists what is missing", () => {
  const coverage = createCoverage(contract);
  const counts = () => dimensions.map((one) => Object.values(coverage.report().rows[0]?.counts[one] ?? {}).join("/"));
  expect(counts()).toEqual(["0/2", "0/2", "0/2", "0/1", "0/3", "0/1", "0/1", "0/2"]);
  expect(coverage.report()).toMatchObject({ documented: 14, covered: 0, percent: 0 });
  coverage.record(success, { example: "full", requestExample: "rename" });
  expect(counts()).toEqual(["1/2", "1/2", "1/2", "0/1", "3/3", "1/1", "1/1", "1/2"]);
  expect(coverageText(coverage.report())).toBe("Coverage: 64.2% (9 of 14 documented parts).");
});
