import { describe, expect, test } from "vitest";
import { compileCondition } from "./compile-condition.js";
import type { FieldType } from "./field-type.js";
import { parseQuery } from "./parse-query.js";

const FIELDS = new Map<string, FieldType>([
  ["name", "string"],
  ["amount", "float"],
  ["due", "date"],
  ["state", "enum"],
  ["tags", "multiSelect"],
]);

const ARGUMENTS = {
  name: "lease",
  names: ["lease", "loan"],
  namePattern: "l%e",
  amount: 100,
  amounts: [100, 200.5],
  due: "2024-05-31T10:00:00+02:00",
  dues: ["2024-05-31T08:00:00Z", "2024-06-01T00:00:00Z"],
  empty: [],
};

type Row = [query: string, found: unknown[], notFound: unknown[]];

const missing = [undefined, null];
const early = "2024-05-31T07:59:59.999Z";
const same = "2024-05-31T09:00:00+01:00";
const late = "2024-05-31T08:00:00.001Z";

const rows: Row[] = [
  ["name = :name", ["lease"], ["Lease", "leas", "lease ", "", ...missing]],
  ["name != :name", ["Lease", ""], ["lease", ...missing]],
  ["name <> :name", ["Lease"], ["lease", ...missing]],
  ["name < :name", ["leas", "Z", "leasd"], ["lease", "leasea", "z", ...missing]],
  ["name <= :name", ["leas", "lease"], ["leasea", ...missing]],
  ["name > :name", ["leasea", "z", "\u{1f600}"], ["lease", "leas", "Z", ...missing]],
  ["name >= :name", ["lease", "leasea"], ["leas", "", ...missing]],
  ["name IN :names", ["lease", "loan"], ["Loan", "lease,loan", ...missing]],
  ["name IN (:name, 'x')", ["lease", "x"], ["loan", ...missing]],
  ["name NOT IN :names", ["x", ""], ["lease", "loan", ...missing]],
  ["name NOT IN ('x')", ["lease"], ["x", ...missing]],
  ["name LIKE :namePattern", ["lease", "le", "le\ne"], ["Lease", "leases", ...missing]],
  ["name NOT LIKE :namePattern", ["Lease", ""], ["lease", ...missing]],
  ["name ILIKE :namePattern", ["LeAsE", "lease"], ["leases", ...missing]],
  ["name NOT ILIKE :namePattern", ["leases"], ["LEASE", ...missing]],
  ["name IS NULL", missing, ["", "lease"]],
  ["name IS NOT NULL", ["", "lease"], missing],

  ["amount = :amount", [100], [99.99, 0, ...missing]],
  ["amount != :amount", [99.99, 0], [100, ...missing]],
  ["amount < :amount", [99.99, -1e300], [100, 1000, ...missing]],
  ["amount <= :amount", [99, 100], [100.01, ...missing]],
  ["amount > :amount", [100.01, 1000, 20000], [100, 9, ...missing]],
  ["amount >= :amount", [100, 1000], [99.99, 9, ...missing]],
  ["amount IN :amounts", [100, 200.5], [200, ...missing]],
  ["amount NOT IN (:amount, -1.5e1)", [0, 15], [100, -15, ...missing]],
  ["amount = 0", [0, -0], [1, ...missing]],
  ["amount IS NULL", missing, [0, 1]],
  ["amount IS NOT NULL", [0, 1], missing],

  ["due = :due", [same], [early, late, ...missing]],
  ["due != :due", [early, late], [same, ...missing]],
  ["due < :due", [early, "2024-05-31T08:30:00+01:00"], [same, late, ...missing]],
  ["due <= :due", [early, same], [late, ...missing]],
  ["due > :due", [late, "2024-05-31T07:30:00-01:00"], [same, early, ...missing]],
  ["due >= :due", [late, same], [early, ...missing]],
  ["due IN :dues", [same, "2024-06-01T02:00:00+02:00"], [early, ...missing]],
  ["due NOT IN ('2024-05-31T08:00:00Z')", [early, late], [same, ...missing]],
  ["due IS NULL", missing, [same]],
  ["due IS NOT NULL", [same], missing],

  ["state = :name", ["lease"], ["loan", "Lease", ...missing]],
  ["state != :name", ["loan"], ["lease", ...missing]],
  ["state < :name", ["Lease", "a"], ["lease", "loan", ...missing]],
  ["state <= :name", ["lease", "a"], ["loan", ...missing]],
  ["state > :name", ["loan"], ["lease", "a", ...missing]],
  ["state >= :name", ["loan", "lease"], ["a", ...missing]],
  ["state IN :names", ["lease", "loan"], ["x", ...missing]],
  ["state NOT IN :names", ["x"], ["lease", "loan", ...missing]],
  ["state LIKE 'l_an'", ["loan", "lean"], ["LOAN", "lan", ...missing]],
  ["state NOT LIKE 'l_an'", ["LOAN", "lan"], ["loan", ...missing]],
  ["state ILIKE 'L_AN'", ["loan", "LOAN"], ["lan", ...missing]],
  ["state NOT ILIKE 'L_AN'", ["lan"], ["loan", "LOAN", ...missing]],
  ["state IS NULL", missing, ["loan"]],
  ["state IS NOT NULL", ["loan"], missing],

  ["tags = :name", [["lease"], ["a", "lease"]], [["a", "loan"], [], ...missing]],
  ["tags != :name", [["a", "loan"], []], [["lease"], ["a", "lease"], ...missing]],
  [
    "tags IN :names",
    [
      ["a", "loan"],
      ["lease", "loan"],
    ],
    [["a"], [], ...missing],
  ],
  ["tags NOT IN :names", [["a"], []], [["a", "loan"], ["lease"], ...missing]],
  ["tags LIKE 'l%'", [["a", "loan"]], [["a", "Loan"], [], ...missing]],
  ["tags NOT LIKE 'l%'", [["a", "Loan"], []], [["a", "loan"], ...missing]],
  ["tags ILIKE 'l%'", [["a", "Loan"]], [["a"], ...missing]],
  ["tags NOT ILIKE 'l%'", [["a"]], [["a", "Loan"], ...missing]],
  ["tags IS NULL", missing, [[], ["a"]]],
  ["tags IS NOT NULL", [[], ["a"]], missing],

  ["name IN :empty", [], ["", "lease", ...missing]],
  ["name NOT IN :empty", ["", "lease"], missing],
  ["tags IN :empty", [], [[], ["lease"], ...missing]],
];

describe("each operator on each type of field", () => {
  test.each(rows)("%s finds what it says and no missing value [BE-21]", (query, found, notFound) => {
    const field = query.split(" ", 1)[0] ?? "";
    const test = compileCondition(parseQuery(query), FIELDS, ARGUMENTS);
    expect(found.filter((value) => !test({ [field]: value }))).toEqual([]);
    expect(notFound.filter((value) => test({ [field]: value }))).toEqual([]);
  });

  test("orders text by code points, also above U+FFFF", () => {
    const found = finder("name > :x", { x: "\u{fffd}" });
    expect(found({ name: "\u{1f600}" })).toBe(true);
    expect(found({ name: "\u{d7ff}" })).toBe(false);
  });

  test.each([
    ["name = 'x'", { name: 5 }],
    ["name != 'x'", { name: 5 }],
    ["amount != 1", { amount: "2" }],
    ["due != :due", { due: "some day" }],
    ["due != :due", { due: 17 }],
    ["tags != 'x'", { tags: "y" }],
  ])("%s takes a stored value of another type for missing: %j", (query, values) => {
    expect(finder(query, ARGUMENTS)(values)).toBe(false);
  });

  test("finds no option that is no text", () => {
    expect(finder("tags LIKE '%'")({ tags: [5, null] })).toBe(false);
  });
});

describe("three-valued logic", () => {
  // amount stands for true or false, name is missing and so unknown.
  test.each([
    ["name = 'x'", false],
    ["NOT name = 'x'", false],
    ["NOT NOT name = 'x'", false],
    ["amount = 1 AND name = 'x'", false],
    ["NOT (amount = 1 AND name = 'x')", false],
    ["NOT (amount = 2 AND name = 'x')", true],
    ["NOT (name = 'x' AND amount = 2)", true],
    ["amount = 1 OR name = 'x'", true],
    ["name = 'x' OR amount = 1", true],
    ["NOT (amount = 1 OR name = 'x')", false],
    ["amount = 2 OR name = 'x'", false],
    ["NOT (amount = 2 OR name = 'x')", false],
    ["name = 'x' OR name != 'x'", false],
    ["NOT (name = 'x' AND name != 'x')", false],
    ["name IS NULL AND amount = 1", true],
    ["NOT name IS NULL OR amount = 2", false],
    ["NOT (name = 'x' OR amount = 2) OR amount = 1", true],
  ])("%s is %s when name is missing and amount is 1 [BE-21]", (query, expected) => {
    expect(finder(query)({ amount: 1 })).toBe(expected);
  });

  test("parentheses change what is found [BE-21]", () => {
    const values = { amount: 1, state: "x", name: "n" };
    expect(finder("amount = 1 OR state = 'y' AND name = 'm'")(values)).toBe(true);
    expect(finder("(amount = 1 OR state = 'y') AND name = 'm'")(values)).toBe(false);
    expect(finder("NOT amount = 2 AND state = 'y'")(values)).toBe(false);
    expect(finder("NOT (amount = 2 AND state = 'y')")(values)).toBe(true);
  });
});

describe("what does not fit the template is an error in the query", () => {
  test.each([
    ["colour = 1", 0, "The field colour at position 1 is not in the template."],
    ["name = 'x' AND NOT (Amount = 1)", 20, "The field Amount at position 21 is not in the template."],
    ["toString IS NULL", 0, "The field toString at position 1 is not in the template."],
    ["__proto__ = 'x'", 0, "The field __proto__ at position 1 is not in the template."],
    ["\"constructor\" LIKE 'x'", 0, "The field constructor at position 1 is not in the template."],
    ["tags < 'x'", 5, "< at position 6 does not work on the multiSelect field tags."],
    ["tags <= 'x'", 5, "<= at position 6 does not work on the multiSelect field tags."],
    ["tags > 'x'", 5, "> at position 6 does not work on the multiSelect field tags."],
    ["tags >= :name", 5, ">= at position 6 does not work on the multiSelect field tags."],
    ["amount LIKE '1%'", 7, "LIKE at position 8 does not work on the float field amount."],
    ["amount NOT ILIKE '1%'", 11, "ILIKE at position 12 does not work on the float field amount."],
    ["due LIKE '2024%'", 4, "LIKE at position 5 does not work on the date field due."],
    ["due ILIKE '2024%'", 4, "ILIKE at position 5 does not work on the date field due."],
    ["amount = 'x'", 9, "The value at position 10 is a string, but the float field amount needs a number."],
    ["name = 1", 7, "The value at position 8 is a number, but the string field name needs a string."],
    ["state IN ('x', 1)", 15, "The value at position 16 is a number, but the enum field state needs a string."],
    ["tags = 1", 7, "The value at position 8 is a number, but the multiSelect field tags needs a string."],
    ["name LIKE 1", 10, "The value at position 11 is a number, but the string field name needs a string."],
    [
      "due > '2024-05-31'",
      6,
      "The value at position 7 is a string, " +
        "but the date field due needs a date-time with an offset, such as 2024-05-31T08:00:00Z.",
    ],
    [
      "name LIKE 'x\\'",
      10,
      "The pattern at position 11 ends with a backslash, but a backslash needs a character after it.",
    ],
  ])("for %s", (query, position, message) => {
    expect(errorOf(query, ARGUMENTS)).toMatchObject({ name: "QueryError", position, message });
  });
});

describe("what does not fit the query is an error in its arguments", () => {
  const DATE_TIME = "with an offset, such as 2024-05-31T08:00:00Z";

  test.each([
    "amount = :x",
    "amount != :x",
    "name < :x",
    "tags = :x",
    "name IN :x",
    "name IN ('y', :x)",
    "name LIKE :x",
    "NOT (amount = 1 AND due > :x)",
  ])("without a value for the argument of %s [ER-30]", (query) => {
    const expected = {
      name: "ArgumentError",
      argument: "x",
      reason: "missing",
      message: "The argument x has no value.",
    };
    expect(errorOf(query, {})).toMatchObject(expected);
    expect(errorOf(query, { X: 1, y: 2, x: undefined })).toMatchObject(expected);
  });

  test.each(["__proto__", "constructor", "toString", "hasOwnProperty"])("also when it is called %s [ER-30]", (name) => {
    const message = `The argument ${name} has no value.`;
    expect(errorOf(`name = :${name}`, {})).toMatchObject({ argument: name, reason: "missing", message });
    expect(errorOf(`name IN :${name}`, {})).toMatchObject({ argument: name, reason: "missing", message });
  });

  test.each([
    ["amount = :x", "100", "a string", "the float field amount needs a number"],
    ["amount = :x", [100], "a list", "the float field amount needs a number"],
    ["amount = :x", null, "null", "the float field amount needs a number"],
    ["amount = :x", true, "a boolean", "the float field amount needs a number"],
    ["amount = :x", { a: 1 }, "an object", "the float field amount needs a number"],
    ["amount = :x", Number.NaN, "a number", "the float field amount needs a number"],
    ["name > :x", 5, "a number", "the string field name needs a string"],
    ["state = :x", 5, "a number", "the enum field state needs a string"],
    ["tags = :x", ["a"], "a list", "the multiSelect field tags needs a string"],
    ["due < :x", 5, "a number", `the date field due needs a date-time ${DATE_TIME}`],
    ["due < :x", "2024-05-31T08:00:00", "a string", `the date field due needs a date-time ${DATE_TIME}`],
    ["due < :x", "2024-02-30T08:00:00Z", "a string", `the date field due needs a date-time ${DATE_TIME}`],
    ["name LIKE :x", 5, "a number", "the string field name needs a string"],
    ["name IN (:x)", ["a"], "a list", "the string field name needs a string"],
    ["name IN :x", "a", "a string", "the string field name needs a list of strings"],
    ["name IN :x", ["a", 1], "a list with a number", "the string field name needs a list of strings"],
    ["tags NOT IN :x", [["a"]], "a list with a list", "the multiSelect field tags needs a list of strings"],
    ["amount IN :x", 1, "a number", "the float field amount needs a list of numbers"],
    ["amount IN :x", [1, null], "a list with null", "the float field amount needs a list of numbers"],
    ["due IN :x", ["now"], "a list with a string", `the date field due needs a list of date-times ${DATE_TIME}`],
  ])("for %s with %j", (query, value, found, needed) => {
    const message = `The argument x is ${found}, but ${needed}.`;
    expect(errorOf(query, { x: value })).toMatchObject({
      name: "ArgumentError",
      argument: "x",
      reason: "unsuitable",
      message,
    });
  });

  test("for a pattern that ends with a backslash", () => {
    expect(errorOf("name ILIKE :x", { x: "a\\" })).toMatchObject({
      argument: "x",
      reason: "unsuitable",
      message: "The argument x ends with a backslash, but a backslash needs a character after it.",
    });
  });
});

test("fields and arguments with names of built-in properties are like any others", () => {
  // JSON.parse makes an own property of __proto__, as it does for a request body.
  const names = ["__proto__", "constructor", "toString"];
  const fields = new Map<string, FieldType>(names.map((name) => [name, "string"]));
  for (const name of names) {
    const values: Record<string, unknown> = JSON.parse(`{ "${name}": "x" }`);
    const test = compileCondition(parseQuery(`${name} = :${name}`), fields, values);
    expect(test(values)).toBe(true);
    expect(test({})).toBe(false);
    expect(compileCondition(parseQuery(`${name} IS NULL`), fields, {})({})).toBe(true);
  }
});

test("a query holds no code, only texts", () => {
  const x = "' OR 1 = 1 --";
  const found = finder("name = :x", { x });
  expect(found({ name: "lease" })).toBe(false);
  expect(found({ name: x })).toBe(true);
});

function finder(query: string, parameters: Readonly<Record<string, unknown>> = {}) {
  return compileCondition(parseQuery(query), FIELDS, parameters);
}

function errorOf(query: string, parameters: Readonly<Record<string, unknown>>): unknown {
  const condition = parseQuery(query);
  try {
    compileCondition(condition, FIELDS, parameters);
  } catch (error) {
    return error;
  }
  throw new Error(`${query} was compiled`);
}
