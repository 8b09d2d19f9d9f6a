import { describe, expect, test } from "vitest";
import { compileCondition } from "../../src/query/conditions.js";
import type { FieldType } from "../../src/query/keys.js";
import { parseQuery } from "../../src/query/parse-query.js";

test.each<[text: string, isTrue: (a: boolean, b: boolean, c: boolean) => boolean]>([
  ["a = 1 OR b = 1 AND c = 1", (a, b, c) => a || (b && c)],
  ["(a = 1 OR b = 1) AND c = 1", (a, b, c) => (a || b) && c],
  ["NOT (a = 1 AND b = 1)", (a, b) => !(a && b)],
  ["NOT NOT a = 1", (a) => a],
  ["a = 1 or not b = 1 aNd c = 1", (a, b, c) => a || (!b && c)],
])("NOT binds tighter than AND, AND tighter than OR, without parentheses: %s [GC-4] [BE-21]", (text, isTrue) => {
  for (let bits = 0; bits < 8; bits += 1) {
    const [a = 0, b = 0, c = 0] = [bits & 1, (bits >> 1) & 1, bits >> 2];
    expect(matches(text, { a, b, c })).toBe(isTrue(a === 1, b === 1, c === 1));
  }
});

describe("names and values", () => {
  test.each([
    ["due-date", "due-date"],
    ['"and"', "and"],
    ['"two words"', "two words"],
    ['"a ""quoted"" one"', 'a "quoted" one'],
    ['"\u{1f600} \'"', "\u{1f600} '"],
  ])("takes %s for a field", (text, key) => {
    expect(parseQuery(`${text} = 1`).fields).toEqual([key]);
  });

  test.each([
    ["0", 0],
    [".5", 0.5],
    ["1.5e3", 1500],
    ["''", ""],
    ["'it''s'", "it's"],
    ["'back\\slash'", "back\\slash"],
  ])("takes %s for a value", (text, value) => {
    expect(matches(`a = ${text}`, { a: value })).toBe(true);
  });

  test.each([
    ...["x", "_", "X_9", "and", "__proto__", "toString", "1", "2nd", "-1", "1e5", "min-amount", "a.b", "größe", "日本"],
    ...["😀", "e\u0301", "$", "a:b", ":", "a/b", "a;", "50%", "!", "stop!", "[0]", "{x}", "#", "\\", "a\u0000"],
  ])("takes :%s for an argument, which ends where a name ends [BE-21] [BE-27]", (name) => {
    const values = { a: 7, b: 1 };
    for (const text of [`a = :${name}`, `(a=:${name})`, `a IN (:${name},:${name})`])
      expect(matches(text, values, { [name]: 7 })).toBe(true);
    for (const end of [" ", "\n", "\t", "\u00a0"])
      expect(matches(`a = :${name}${end}AND b = 1`, values, { [name]: 7 })).toBe(true);
    expect(matches(`a IN :${name}`, values, { [name]: [7] })).toBe(true);
  });
});

test.each([
  ["", "Expected a condition at position 1, but the query ends there."],
  ["amount = :x AND AND", "Expected a condition at position 17, but found AND."],
  ["like = 1", "Expected a condition at position 1, but found like."],
  ["a NOT = 1", "Expected IN, LIKE or ILIKE at position 7, but found =."],
  ["a =", "Expected a value at position 4, but the query ends there."],
  ["a LIKE %x", "The character % at position 8 has no meaning in a query."],
  ["a IS 1", "Expected NULL or NOT NULL at position 6, but found 1."],
  ["a IN 'x'", "Expected an argument or a list in parentheses at position 6, but found 'x'."],
  ["a IN ()", "Expected a value at position 7, but found )."],
  ["(a = 1", "Expected AND, OR or a closing parenthesis at position 7, but the query ends there."],
  ["a = 1)", "Expected AND, OR or the end of the query at position 6, but found )."],
  ["a = :", "Expected the name of an argument after the colon at position 5."],
  ["a = :x'y'", "Expected AND, OR or the end of the query at position 7, but found 'y'."],
  ["a = '😀' OR b = 'x", "The quote at position 16 is never closed."],
  ["a = '😀' b", "Expected AND, OR or the end of the query at position 9, but found b."],
  ["a = 1 OR b = 1e999", "The number at position 14 is too large."],
  // It quotes no more than the beginning of something long.
  [`a = ${"b".repeat(500)}`, `Expected a value at position 5, but found ${"b".repeat(59)}….`],
])("an error names the position, what was expected and what was found, for %j", (text, message) => {
  expectError(text, message);
});

describe("hostile queries", () => {
  test("nests 100 levels deep, and no deeper", () => {
    const nested = (depth: number) => `${"(".repeat(depth)}a = 1${")".repeat(depth)}`;
    const negated = (depth: number) => `${"NOT ".repeat(depth)}a = 1`;
    expect([matches(nested(100), { a: 1 }), matches(negated(100), { a: 1 })]).toEqual([true, true]);
    const message = (position: number) => `The query nests more than 100 levels deep at position ${position}.`;
    for (const text of [nested(101), "(".repeat(9_999)]) expectError(text, message(101));
    expectError(negated(101), message(401));
    expectError("NOT(".repeat(51), message(201));
  });

  test("reads 10,000 characters, and no more", () => {
    const text = `a = '${"😀".repeat(9_994)}'`;
    expect(matches(text, { a: "😀".repeat(9_994) })).toBe(true);
    expectError(`${text} `, "The query has 10001 characters, more than 10000.");
    expectError("'".repeat(10_000_000), "The query has 10000000 characters, more than 10000.");
  });
});

function matches(text: string, values: Readonly<Record<string, string | number>>, parameters = {}): boolean {
  const types = Object.entries(values).map(([key, value]): [string, FieldType] => [
    key,
    typeof value === "number" ? "float" : "string",
  ]);
  return compileCondition(parseQuery(text), new Map(types), parameters)(values);
}

const expectError = (text: string, message: string) =>
  expect(() => parseQuery(text)).toThrow(expect.objectContaining({ name: "QueryError", message }));

test("the fields of a condition are those of all its parts, in the order of the query", () => {
  const condition = parseQuery('b = 1 AND NOT (a IN (1) OR c LIKE :x) AND ("d d" IS NULL OR b > 2) OR e IS NOT NULL');
  expect(condition.fields).toEqual(["b", "a", "c", "d d", "b", "e"]);
});
