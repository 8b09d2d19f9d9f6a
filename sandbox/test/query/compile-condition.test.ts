import { describe, expect, test } from "vitest";
import { compileCondition } from "../../src/query/compile-condition.js";
import type { FieldType } from "../../src/query/condition.js";
import { parseQuery } from "../../src/query/parse-query.js";
import { ARGUMENTS, FIELDS } from "./query-template.js";

type Row = [query: string, found: unknown[], notFound: unknown[]];

const missing = [undefined, null];
const early = "2024-05-31T07:59:59.999Z";
const same = "2024-05-31T09:00:00+01:00";
const late = "2024-05-31T08:00:00.001Z";

const rows: Row[] = [
  ["name = :name", ["lease"], ["Lease", "leas", "lease ", "", ...missing]],
  ["name != :name", ["Lease", ""], ["lease", ...missing]],
  ["name < :name", ["leas", "Z", "leasd"], ["lease", "leasea", "z", ...missing]],
  ["name <= :name", ["leas", "lease"], ["leasea", ...missing]],
  ["name > :name", ["leasea", "z", "\u{1f600}"], ["lease", "leas", "Z", ...missing]],
  ["name >= :name", ["lease", "leasea"], ["leas", "", ...missing]],
  ["name IN :names", ["lease", "loan"], ["Loan", "lease,loan", ...missing]],
  ["name IN (:name, 'x')", ["lease", "x"], ["loan", ...missing]],
  ["name NOT IN :names", ["x", ""], ["lease", "loan", ...missing]],
  ["name LIKE :namePattern", ["lease", "le", "le\ne"], ["Lease", "leases", ...missing]],
  ["name NOT LIKE :namePattern", ["Lease", ""], ["lease", ...missing]],
  ["name ILIKE :namePattern", ["LeAsE", "lease"], ["leases", ...missing]],
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

  ["due = :due", [same], [early, late, ...missing]],
  ["due != :due", [early, late], [same, ...missing]],
  ["due < :due", [early, "2024-05-31T08:30:00+01:00"], [same, late, ...missing]],
  ["due > :due", [late, "2024-05-31T07:30:00-01:00"], [same, early, ...missing]],
  ["due >= :due", [late, same], [early, ...missing]],
  ["due IN :dues", [same, "2024-06-01T02:00:00+02:00"], [early, ...missing]],

  ["state = :name", ["lease"], ["loan", "Lease", ...missing]],
  ["state LIKE 'l_an'", ["loan", "lean"], ["LOAN", "lan", ...missing]],
  ["state ILIKE 'L_AN'", ["loan", "LOAN"], ["lan", ...missing]],

  ["tags = :name", [["lease"], ["a", "lease"]], [["a", "loan"], [], ...missing]],
  ["tags != :name", [["a", "loan"], []], [["lease"], ["a", "lease"], ...missing]],
  ["tags IN :names", [["a", "loan"]], [["a"], [], ...missing]],
  ["tags NOT IN :names", [["a"], []], [["a", "loan"], ["lease"], ...missing]],
  ["tags LIKE 'l%'", [["a", "loan"]], [["a", "Loan"], [], ...missing]],
  ["tags ILIKE 'l%'", [["a", "Loan"]], [["a"], ...missing]],
  ["tags IS NULL", missing, [[], ["a"]]],

  ["name IN :empty", [], ["", "lease", ...missing]],
  ["name NOT IN :empty", ["", "lease"], missing],
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
    ["name != 'x'", { name: 5 }],
    ["amount != 1", { amount: "2" }],
    ["due != :due", { due: "some day" }],
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
    ["amount = 1 AND name = 'x'", false],
    ["NOT (amount = 1 AND name = 'x')", false],
    ["NOT (amount = 2 AND name = 'x')", true],
    ["name = 'x' OR amount = 1", true],
    ["NOT (amount = 1 OR name = 'x')", false],
    ["NOT (amount = 2 OR name = 'x')", false],
    ["name = 'x' OR name != 'x'", false],
    ["NOT name IS NULL OR amount = 2", false],
  ])("%s is %s when name is missing and amount is 1 [BE-21]", (query, expected) => {
    expect(finder(query)({ amount: 1 })).toBe(expected);
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

function finder(query: string, parameters: Readonly<Record<string, unknown>> = {}) {
  return compileCondition(parseQuery(query), FIELDS, parameters);
}
