import { describe, expect, test } from "vitest";
import type { FieldType } from "../../src/query/condition.js";
import { parseQuery } from "../../src/query/parse-query.js";
import { ArgumentError } from "../../src/query/query-error.js";
import { rangeOf } from "../../src/query/range-of.js";

const FIELDS = new Map<string, FieldType>([
  ["a", "float"],
  ["due", "date"],
  ["name", "string"],
  ["state", "enum"],
  ["tags", "multiSelect"],
]);

const from = (value: string | number, inclusive: boolean) => ({ lower: { value, inclusive } });
const to = (value: string | number, inclusive: boolean) => ({ upper: { value, inclusive } });

describe("what must hold in any case bounds a field", () => {
  test.each([
    ["a > 1", from(1, false)],
    ["a <= 1", to(1, true)],
    ["a = 1", { ...from(1, true), ...to(1, true) }],
    ["name = 'x' AND (a > :one AND a <= 5)", { ...from(1, false), ...to(5, true) }],
    ["a > 1 AND a > 3 AND a > 2", from(3, false)],
    ["a >= 1 AND a > 1", from(1, false)],
    ["a <= 1 AND a < 1", to(1, false)],
    ["a > 2 AND a < 1", { ...from(2, false), ...to(1, false) }],
    ["a > 1 AND (a < 0 OR a > 5) AND NOT a = 7 AND a != 3 AND a IS NOT NULL", from(1, false)],
  ])("%s", (query, range) => {
    expect(rangeOf(parseQuery(query), "a", FIELDS, { one: 1 })).toEqual(range);
  });

  test("dates by their instants, text and options by themselves", () => {
    const query = parseQuery("due >= :due AND name < 'm' AND name < 'k' AND state = :state");
    const parameters = { due: "1970-01-01T02:00:00+01:00", state: "open" };
    expect(rangeOf(query, "due", FIELDS, parameters)).toEqual(from(3_600_000, true));
    expect(rangeOf(query, "name", FIELDS, parameters)).toEqual(to("k", false));
    expect(rangeOf(query, "state", FIELDS, parameters)).toEqual({ ...from("open", true), ...to("open", true) });
  });
});

test.each([
  "NOT a > 1",
  "NOT (a > 1 AND a < 5)",
  "a != 1",
  "a IN (1, 2)",
  "a IS NULL",
  "name = 'a' OR a = 1 AND a < 5",
])("nothing bounds a in %s", (query) => {
  expect(rangeOf(parseQuery(query), "a", FIELDS, {})).toBeUndefined();
});

test("nothing bounds several options, nor a field that is not there", () => {
  expect(rangeOf(parseQuery("tags = 'x'"), "tags", FIELDS, {})).toBeUndefined();
  expect(rangeOf(parseQuery("toString = 'x'"), "toString", FIELDS, {})).toBeUndefined();
});

test("a bound without a value is an error [ER-30]", () => {
  expect(() => rangeOf(parseQuery("a > :x"), "a", FIELDS, {})).toThrow(ArgumentError);
});
