import { expect, test } from "vitest";
import { typesAt } from "../src/exchange/read-values.js";
import { stopwatch } from "../src/model/budget.js";
import { createContract } from "../src/model/contract.js";
import type { Json, JsonObject } from "../src/model/json.js";
import { sampleValue } from "../src/model/sample-value.js";
import { schemaProperties } from "../src/model/schema-properties.js";
import { type CheckOptions, checkExchange } from "../src/rules/check-exchange.js";

/** A contract whose only schema has so many levels of choices. Each branch is the next level. */
function contractOf(levels: number, schemaOf: (next: JsonObject) => JsonObject, last: JsonObject = { type: "string" }) {
  const next = (level: number) => ({ $ref: `#/components/schemas/S${level}` });
  const schemas = Array.from({ length: levels }, (_, level) => [`S${level}`, schemaOf(next(level + 1))]);
  return createContract({
    openapi: "3.1.0",
    paths: { "/a": { get: { responses: { 200: { content: { "application/json": { schema: next(0) } } } } } } },
    components: { schemas: Object.fromEntries([...schemas, [`S${levels}`, last]]) },
  });
}

const choice = (next: JsonObject): JsonObject => ({ anyOf: [next, next, { oneOf: [next] }] });
const inside = (next: JsonObject): JsonObject => ({ type: "object", properties: { a: choice(next) } });
/** The time never passes, so a slow machine checks as much as a fast one. */
const noTime: CheckOptions = { now: () => 0 };
const SCHEMA = "/components/schemas/S0";

/** The rules that a response violates, and the reason of the last one. */
function checked(contract: ReturnType<typeof createContract>, value: Json, limit: CheckOptions) {
  const response = { status: 200, headers: { "content-type": "application/json" }, body: JSON.stringify(value) };
  const found = checkExchange({ request: { method: "GET", path: "/a" }, response }, { contract, ...limit });
  return found.map(({ rule, message }) => `${rule}: ${message}`);
}

const deep = (levels: number): Json => (levels === 0 ? 7 : { a: deep(levels - 1) });

test("checks choices in choices, up to a limit of work that it reports", () => {
  expect(checked(contractOf(5, choice), 7, noTime)).toEqual(["response-body: The response body must be string"]);
  expect(checked(contractOf(26, choice), 7, noTime)).toEqual([
    "fully-checked: The response was not fully checked: more than 100000 branches of nested choices",
  ]);
  expect(checked(contractOf(26, inside), deep(26), { timeoutMs: 100 })).toEqual([
    expect.stringMatching(/^fully-checked: .*(branches of nested choices|timed out)/),
  ]);
});

test("reads types, properties and samples of choices in choices within limits", () => {
  expect(typesAt(contractOf(26, choice).document, SCHEMA)).toEqual(["string"]);
  expect(
    typesAt(contractOf(1, () => ({ anyOf: [{ $ref: `#${SCHEMA}` }, { type: "null" }] })).document, SCHEMA),
  ).toEqual(["null"]);
  expect(() => schemaProperties(contractOf(26, choice), SCHEMA, {})).toThrow("more than 10000 nested choices");
  expect(sampleValue(contractOf(26, choice).document, SCHEMA, { properties: "all" })).toBeUndefined();
  expect(sampleValue(contractOf(5, choice).document, SCHEMA, { properties: "all" })).toBe("text");
});

test("makes an item of a list whose default is empty, where all properties are wanted", () => {
  const list = { type: "array", items: { type: "integer", minimum: 1 }, default: [] };
  const { document } = contractOf(0, inside, { type: "object", properties: { host_ids: list } });
  expect(sampleValue(document, SCHEMA, { properties: "all" })).toEqual({ host_ids: [1] });
  expect(sampleValue(document, `${SCHEMA}/properties/host_ids`, { properties: "required" })).toEqual([]);
});

test.each<[schema: JsonObject, sample: Json]>([
  [{ type: "array", minItems: 2, uniqueItems: true, items: { type: "string" } }, ["text", "text1"]],
  [{ type: "array", minItems: 2, uniqueItems: true, items: { type: "integer", minimum: 3 } }, [3, 4]],
  [{ type: "array", minItems: 2, items: { type: "integer" } }, [1, 1]],
  [{ type: "integer", minimum: -5, maximum: 9 }, 1],
  [{ type: "integer", minimum: -5, maximum: -2 }, -2],
])("makes a value of %j that a request can have: %j", (schema, sample) => {
  expect(sampleValue(contractOf(0, inside, schema).document, SCHEMA, { properties: "all" })).toEqual(sample);
});

test("the time of a check is that in which the process computed: a busy machine uses none of it", () => {
  let [passedMs, usedMs] = [7000, 300];
  const elapsedMs = stopwatch(
    () => passedMs,
    () => usedMs,
  );
  [passedMs, usedMs] = [8500, 320];
  expect(elapsedMs()).toBe(20);
  usedMs = 2300;
  expect(elapsedMs()).toBe(1500);
});
