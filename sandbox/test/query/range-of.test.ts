import { describe, expect, test } from "vitest";
import { parseQuery } from "../../src/query/parse-query.js";
import { ArgumentError } from "../../src/query/query-error.js";
import { rangeOf } from "../../src/query/range-of.js";
import { FIELDS } from "./query-template.js";

const from = (value: string | number, inclusive: boolean) => ({ lower: { value, inclusive } });
const to = (value: string | number, inclusive: boolean) => ({ upper: { value, inclusive } });

describe("what must hold in any case bounds a field", () => {
  test.each([
    ["amount > 1", from(1, false)],
    ["amount <= 1", to(1, true)],
    ["amount = 1", { ...from(1, true), ...to(1, true) }],
    ["name = 'x' AND (amount > :one AND amount <= 5)", { ...from(1, false), ...to(5, true) }],
    ["amount > 1 AND amount > 3 AND amount > 2", from(3, false)],
    ["amount < 1 AND amount < 3 AND amount < 0", to(0, false)],
    ["amount >= 1 AND amount > 1", from(1, false)],
    ["amount > 1 AND amount >= 1", from(1, false)],
    ["amount <= 1 AND amount < 1", to(1, false)],
    ["amount > 2 AND amount < 1", { ...from(2, false), ...to(1, false) }],
    [
      "amount > 1 AND (amount < 0 OR amount > 5) AND NOT amount = 7 AND amount != 3 AND amount IS NOT NULL",
      from(1, false),
    ],
  ])("%s", (query, range) => {
    expect(rangeOf(parseQuery(query), "amount", FIELDS, { one: 1 })).toEqual(range);
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
  "NOT amount > 1",
  "NOT (amount > 1 AND amount < 5)",
  "amount != 1",
  "amount IN (1, 2)",
  "amount IS NULL",
  "name = 'a' OR amount = 1 AND amount < 5",
])("nothing bounds the amount in %s", (query) => {
  expect(rangeOf(parseQuery(query), "amount", FIELDS, {})).toBeUndefined();
});

test("nothing bounds several options, nor a field that is not there", () => {
  expect(rangeOf(parseQuery("tags = 'x'"), "tags", FIELDS, {})).toBeUndefined();
  expect(rangeOf(parseQuery("toString = 'x'"), "toString", FIELDS, {})).toBeUndefined();
});

test("a bound without a value is an error [ER-30]", () => {
  expect(() => rangeOf(parseQuery("amount > :x"), "amount", FIELDS, {})).toThrow(ArgumentError);
});
