import { describe, expect, test } from "vitest";
import { compileCondition } from "../../src/query/compile-condition.js";
import { parseQuery } from "../../src/query/parse-query.js";
import { ARGUMENTS, FIELDS } from "./query-template.js";

const WITH = "with an offset, such as 2024-05-31T08:00:00Z";
const AFTER = "but a backslash needs a character after it";

describe("a condition that does not match the template is an error in the query", () => {
  test.each([
    ["color = 1", 0, "The field color at position 1 is not in the template."],
    ["name = 'x' AND NOT (Amount = 1)", 20, "The field Amount at position 21 is not in the template."],
    ["\"constructor\" LIKE 'x'", 0, "The field constructor at position 1 is not in the template."],
    ["tags < 'x'", 5, "< at position 6 does not work on the multiSelect field tags."],
    ["amount LIKE '1%'", 7, "LIKE at position 8 does not work on the float field amount."],
    ["due LIKE '2024%'", 4, "LIKE at position 5 does not work on the date field due."],
    ["due ILIKE '2024%'", 4, "ILIKE at position 5 does not work on the date field due."],
    ["amount = 'x'", 9, "The value at position 10 is a string, but the float field amount needs a number."],
    ["state IN ('x', 1)", 15, "The value at position 16 is a number, but the enum field state needs a string."],
    ["due > '2024-05-31'", 6, `The value at position 7 is a string, but the date field due needs a date-time ${WITH}.`],
    ["name LIKE 'x\\'", 10, `The pattern at position 11 ends with a backslash, ${AFTER}.`],
  ])("for %s", (query, position, message) => {
    expect(errorOf(query, ARGUMENTS)).toMatchObject({ name: "QueryError", position, message });
  });
});

describe("an argument that does not match the query is an error", () => {
  test.each(["amount = :x", "name < :x", "name IN :x", "name LIKE :x", "NOT (amount = 1 AND due > :x)"])(
    "without a value for the argument of %s [ER-30]",
    (query) => {
      const expected = {
        name: "ArgumentError",
        argument: "x",
        reason: "missing",
        message: "The argument x has no value.",
      };
      expect(errorOf(query, {})).toMatchObject(expected);
      expect(errorOf(query, { X: 1, y: 2, x: undefined })).toMatchObject(expected);
    },
  );

  test.each(["__proto__", "constructor", "toString", "hasOwnProperty"])("also with the name %s [ER-30]", (name) => {
    const message = `The argument ${name} has no value.`;
    expect(errorOf(`name = :${name}`, {})).toMatchObject({ argument: name, reason: "missing", message });
    expect(errorOf(`name IN :${name}`, {})).toMatchObject({ argument: name, reason: "missing", message });
  });

  test.each([
    ["amount = :x", "100", "a string", "the float field amount needs a number"],
    ["amount = :x", [100], "a list", "the float field amount needs a number"],
    ["amount = :x", null, "null", "the float field amount needs a number"],
    ["amount = :x", { a: 1 }, "an object", "the float field amount needs a number"],
    ["amount = :x", Number.NaN, "a number", "the float field amount needs a number"],
    ["tags = :x", ["a"], "a list", "the multiSelect field tags needs a string"],
    ["due < :x", "2024-02-30T08:00:00Z", "a string", `the date field due needs a date-time ${WITH}`],
    ["name IN :x", "a", "a string", "the string field name needs a list of strings"],
    ["name IN :x", ["a", 1], "a list with a number", "the string field name needs a list of strings"],
    ["tags NOT IN :x", [["a"]], "a list with a list", "the multiSelect field tags needs a list of strings"],
    ["amount IN :x", [1, null], "a list with null", "the float field amount needs a list of numbers"],
    ["due IN :x", ["now"], "a list with a string", `the date field due needs a list of date-times ${WITH}`],
  ])("for %s with %j", (query, value, found, needed) => {
    const message = `The argument x is ${found}, but ${needed}.`;
    const expected = { name: "ArgumentError", argument: "x", reason: "invalid", message };
    expect(errorOf(query, { x: value })).toMatchObject(expected);
  });

  test("for a pattern that ends with a backslash", () => {
    const message = `The argument x ends with a backslash, ${AFTER}.`;
    expect(errorOf("name ILIKE :x", { x: "a\\" })).toMatchObject({ argument: "x", reason: "invalid", message });
  });
});

function errorOf(query: string, parameters: Readonly<Record<string, unknown>>): unknown {
  const condition = parseQuery(query);
  try {
    compileCondition(condition, FIELDS, parameters);
  } catch (error) {
    return error;
  }
  throw new Error(`${query} was compiled`);
}
