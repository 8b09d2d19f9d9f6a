import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { compileCondition } from "../../src/query/conditions.js";
import type { FieldType } from "../../src/query/keys.js";
import { parseQuery } from "../../src/query/parse-query.js";

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
  fffd: "\u{fffd}",
};

type Row = [query: string, found: unknown[], notFound: unknown[]];

const missing = [undefined, null];
const early = "2024-05-31T07:59:59.999Z";
const same = "2024-05-31T09:00:00+01:00";
const late = "2024-05-31T08:00:00.001Z";

const rows: Row[] = [
  ["name = :name", ["lease"], ["Lease", "leas", "lease ", "", ...missing]],
  ["name != :name", ["Lease", ""], ["lease", ...missing]],
  ["name < :name", ["leas", "Z", "leasd"], ["lease", "leasea", "z", ...missing]],
  ["name > :name", ["leasea", "z", "\u{1f600}"], ["lease", "leas", "Z", ...missing]],
  ["name IN :names", ["lease", "loan"], ["Loan", "lease,loan", ...missing]],
  ["name NOT IN :names", ["x", ""], ["lease", "loan", ...missing]],
  ["name LIKE :namePattern", ["lease", "le", "le\ne"], ["Lease", "leases", ...missing]],
  ["name ILIKE :namePattern", ["LeAsE", "lease"], ["leases", ...missing]],

  ["amount = :amount", [100], [99.99, 0, ...missing]],
  ["amount > :amount", [100.01, 1000, 20000], [100, 9, ...missing]],
  ["amount >= :amount", [100, 1000], [99.99, 9, ...missing]],
  ["amount IN :amounts", [100, 200.5], [200, ...missing]],
  ["amount NOT IN (:amount, -1.5e1)", [0, 15], [100, -15, ...missing]],
  ["amount = 0", [0, -0], [1, ...missing]],

  ["due = :due", [same], [early, late, ...missing]],
  ["due < :due", [early, "2024-05-31T08:30:00+01:00"], [same, late, ...missing]],
  ["due > :due", [late, "2024-05-31T07:30:00-01:00"], [same, early, ...missing]],
  ["due IN :dues", [same, "2024-06-01T02:00:00+02:00"], [early, ...missing]],

  ["state LIKE 'l_an'", ["loan", "lean"], ["LOAN", "lan", ...missing]],

  ["tags = :name", [["lease"], ["a", "lease"]], [["a", "loan"], [], ...missing]],
  ["tags != :name", [["a", "loan"], []], [["lease"], ["a", "lease"], ...missing]],
  ["tags IN :names", [["a", "loan"]], [["a"], [], ...missing]],
  ["tags NOT IN :names", [["a"], []], [["a", "loan"], ["lease"], ...missing]],
  ["tags LIKE 'l%'", [["a", "loan"]], [["a", "Loan"], [], ...missing]],
  ["tags IS NULL", missing, [[], ["a"]]],

  ["name IN :empty", [], ["", "lease", ...missing]],
  ["name NOT IN :empty", ["", "lease"], missing],

  // By code points, also above U+FFFF.
  ["name > :fffd", ["\u{1f600}"], ["\u{d7ff}"]],
  // A stored value of another type is missing.
  ["name != 'x'", [], [5]],
  ["tags != 'x'", [], ["y"]],
  ["tags LIKE '%'", [], [[5, null]]],
];

test.each(rows)("%s finds what it says and no missing value [GC-5] [GC-6] [BE-21]", (query, found, notFound) => {
  const field = query.split(" ", 1)[0] ?? "";
  const test = compileCondition(parseQuery(query), FIELDS, ARGUMENTS);
  expect(found.filter((value) => !test({ [field]: value }))).toEqual([]);
  expect(notFound.filter((value) => test({ [field]: value }))).toEqual([]);
});

// amount stands for true or false, name is missing and so unknown.
test.each([
  ["name = 'x'", false],
  ["amount = 1 AND name = 'x'", false],
  ["NOT (amount = 1 AND name = 'x')", false],
  ["NOT (amount = 2 AND name = 'x')", true],
  ["name = 'x' OR amount = 1", true],
  ["NOT name IS NULL OR amount = 2", false],
])("by three-valued logic, %s is %s when name is missing and amount is 1 [BE-21]", (query, expected) => {
  expect(finder(query)({ amount: 1 })).toBe(expected);
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

function finder(query: string, parameters: Readonly<Record<string, unknown>> = {}) {
  return compileCondition(parseQuery(query), FIELDS, parameters);
}

const WITH = "with an offset, such as 2024-05-31T08:00:00Z";
const AFTER = "but a backslash needs a character after it";

test.each([
  ["color = 1", "The field color at position 1 is not in the template."],
  ["\"constructor\" LIKE 'x'", "The field constructor at position 1 is not in the template."],
  ["amount LIKE '1%'", "LIKE at position 8 does not work on the float field amount."],
  ["amount = 'x'", "The value at position 10 is a string, but the float field amount needs a number."],
  ["state IN ('x', 1)", "The value at position 16 is a number, but the enum field state needs a string."],
  ["due > '2024-05-31'", `The value at position 7 is a string, but the date field due needs a date-time ${WITH}.`],
  ["name LIKE 'x\\'", `The pattern at position 11 ends with a backslash, ${AFTER}.`],
])("a condition that does not match the template is an error: %s", (query, message) => {
  expectError(query, ARGUMENTS, { name: "QueryError", message });
});

describe("an argument that does not match the query is an error", () => {
  test.each(["amount = :x", "name IN :x", "NOT (amount = 1 AND due > :x)"])("without a value: %s [ER-30]", (query) => {
    const error = { name: "ArgumentError", argument: "x", reason: "missing", message: "The argument x has no value." };
    for (const parameters of [{}, { X: 1, y: 2, x: undefined }]) expectError(query, parameters, error);
  });

  test.each([
    ["amount = :x", "100", "a string", "the float field amount needs a number"],
    ["amount = :x", null, "null", "the float field amount needs a number"],
    ["tags = :x", ["a"], "a list", "the multiSelect field tags needs a string"],
    ["due < :x", "2024-02-30T08:00:00Z", "a string", `the date field due needs a date-time ${WITH}`],
    ["name IN :x", "a", "a string", "the string field name needs a list of strings"],
    ["tags NOT IN :x", [["a"]], "a list with a list", "the multiSelect field tags needs a list of strings"],
    ["due IN :x", ["now"], "a list with a string", `the date field due needs a list of date-times ${WITH}`],
  ])("for %s with %j", (query, value, found, needed) => {
    const message = `The argument x is ${found}, but ${needed}.`;
    expectError(query, { x: value }, { name: "ArgumentError", argument: "x", reason: "invalid", message });
  });

  test("for a pattern that ends with a backslash", () => {
    const message = `The argument x ends with a backslash, ${AFTER}.`;
    expectError("name ILIKE :x", { x: "a\\" }, { argument: "x", reason: "invalid", message });
  });
});

function expectError(query: string, parameters: Readonly<Record<string, unknown>>, error: object): void {
  expect(() => finder(query, parameters)).toThrow(expect.objectContaining(error));
}

const OPERATORS = ["=", "!=", "<>", "<", "<=", ">", ">=", "IN", "LIKE", "ILIKE", "IS NULL"];
const OPERANDS = {
  string: ["name", "'lease'"],
  enum: ["state", "'open'"],
  float: ["amount", "0"],
  date: ["due", "'2026-02-01T00:00:00Z'"],
  multiSelect: ["tags", "'red'"],
} as const;

test("each type of field has the operators of the guide [GC-8] [BE-21]", () => {
  const guide = readFileSync(new URL("../../../docs/guides/metadata-queries.md", import.meta.url), "utf8");
  const rows = guide.split("\n").map((line) => line.split("|").map((cell) => cell.trim()));
  const [, , ...types] = rows.find(([, first]) => first === "operator") ?? [];
  for (const operator of OPERATORS) {
    const row = rows.find(([, first]) => first?.split(", ").includes(`\`${operator}\``));
    for (const [type, [field, value]] of Object.entries(OPERANDS)) {
      const operand = operator === "IN" ? `(${value})` : operator === "IS NULL" ? "" : value;
      for (const text of [`${field} ${operator} ${operand}`, `NOT ${field} ${operator} ${operand}`]) {
        const compile = () => compileCondition(parseQuery(text), FIELDS, {});
        const has = row?.[2 + types.indexOf(type)];
        if (has === "yes") expect(compile()).toBeInstanceOf(Function);
        else {
          expect([text, has]).toEqual([text, "no"]);
          expect(compile).toThrow(new RegExp(`${operator} at .* the ${type} field`));
        }
      }
    }
  }
});
