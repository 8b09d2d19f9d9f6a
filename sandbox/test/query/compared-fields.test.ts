import { expect, test } from "vitest";
import { comparedFields } from "../../src/query/condition.js";
import { parseQuery } from "../../src/query/parse-query.js";

test("names each field of a condition once, in the order of the query", () => {
  const condition = parseQuery('b = 1 AND NOT (a IN (1) OR c LIKE :x) AND ("d d" IS NULL OR b > 2) OR e IS NOT NULL');
  expect([...comparedFields(condition)]).toEqual(["b", "a", "c", "d d", "e"]);
});

test("names a single field, whatever it is called", () => {
  expect([...comparedFields(parseQuery("__proto__ = 1"))]).toEqual(["__proto__"]);
});
