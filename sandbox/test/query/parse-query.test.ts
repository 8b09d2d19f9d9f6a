import { describe, expect, test } from "vitest";
import { type Comparison, type Condition, comparedFields } from "../../src/query/condition.js";
import { parseQuery } from "../../src/query/parse-query.js";
import { QueryError } from "../../src/query/query-error.js";

test.each([
  ["a = 1 OR b = 1 AND c = 1", "(a or (b and c))"],
  ["(a = 1 OR b = 1) AND c = 1", "((a or b) and c)"],
  ["NOT (a = 1 AND b = 1)", "(not (a and b))"],
  ["NOT NOT a = 1", "(not (not a))"],
  ["a = 1 or not b = 1 aNd c = 1", "(a or ((not b) and c))"],
])("NOT binds tighter than AND, AND tighter than OR, without parentheses: %s [GC-4] [BE-21]", (text, shape) => {
  expect(shapeOf(parseQuery(text))).toBe(shape);
});

describe("names and values", () => {
  test.each([
    ["due-date", "due-date"],
    ['"and"', "and"],
    ['"two words"', "two words"],
    ['"a ""quoted"" one"', 'a "quoted" one'],
    ['"\u{1f600} \'"', "\u{1f600} '"],
  ])("takes %s for a field", (text, key) => {
    expect(comparisonIn(`${text} = 1`).field).toEqual({ key, position: 0 });
  });

  test.each([
    ["0", 0],
    [".5", 0.5],
    ["1.5e3", 1500],
    ["''", ""],
    ["'it''s'", "it's"],
    ["'back\\slash'", "back\\slash"],
  ])("takes %s for a value", (text, value) => {
    expect(comparisonIn(`a = ${text}`).value).toEqual({ kind: "literal", value, position: 4 });
  });

  test.each([
    ...["x", "_", "X_9", "and", "__proto__", "toString", "1", "2nd", "-1", "1e5", "min-amount", "a.b", "größe", "日本"],
    ...["😀", "e\u0301", "$", "a:b", ":", "a/b", "a;", "50%", "!", "stop!", "[0]", "{x}", "#", "\\", "a\u0000"],
  ])("takes :%s for an argument, which ends where a name ends [BE-21] [BE-27]", (name) => {
    const argument = (position: number) => ({ kind: "argument", name, position });
    expect(comparisonIn(`a = :${name}`).value).toEqual(argument(4));
    expect(comparisonIn(`(a=:${name})`).value).toEqual(argument(3));
    for (const end of [" ", "\n", "\t", "\u00a0"])
      expect(parseQuery(`a = :${name}${end}AND b = 1`)).toMatchObject({ conditions: [{ value: argument(4) }, {}] });
    expect(parseQuery(`a IN (:${name},:${name})`)).toMatchObject({ values: [argument(6), argument(8 + name.length)] });
    expect(parseQuery(`a IN :${name}`)).toMatchObject({ values: argument(5) });
  });
});

describe("errors name the position, what was expected and what was found", () => {
  test.each([
    ["", 0, "Expected a condition at position 1, but the query ends there."],
    ["amount = :x AND AND", 16, "Expected a condition at position 17, but found AND."],
    ["like = 1", 0, "Expected a condition at position 1, but found like."],
    ["a NOT = 1", 6, "Expected IN, LIKE or ILIKE at position 7, but found =."],
    ["a =", 3, "Expected a value at position 4, but the query ends there."],
    ["a LIKE %x", 7, "The character % at position 8 has no meaning in a query."],
    ["a IS 1", 5, "Expected NULL or NOT NULL at position 6, but found 1."],
    ["a IN 'x'", 5, "Expected an argument or a list in parentheses at position 6, but found 'x'."],
    ["a IN ()", 6, "Expected a value at position 7, but found )."],
    ["(a = 1", 6, "Expected AND, OR or a closing parenthesis at position 7, but the query ends there."],
    ["a = 1)", 5, "Expected AND, OR or the end of the query at position 6, but found )."],
    ["a = :", 4, "Expected the name of an argument after the colon at position 5."],
    ["a = :x'y'", 6, "Expected AND, OR or the end of the query at position 7, but found 'y'."],
    ["a = 'x", 4, "The quote at position 5 is never closed."],
    ["a = 1 OR b = 1e999", 13, "The number at position 14 is too large."],
  ])("for %j", (text, position, message) => {
    expect(errorOf(text)).toMatchObject({ name: "QueryError", position, message });
  });

  test("and quotes no more than the beginning of something long", () => {
    expect(errorOf(`a = ${"b".repeat(500)}`).message).toBe(
      `Expected a value at position 5, but found ${"b".repeat(59)}….`,
    );
  });
});

describe("hostile queries", () => {
  test("nests 100 levels deep, and no deeper", () => {
    const nested = (depth: number) => `${"(".repeat(depth)}a = 1${")".repeat(depth)}`;
    const negated = (depth: number) => `${"NOT ".repeat(depth)}a = 1`;
    expect(shapeOf(parseQuery(nested(100)))).toBe("a");
    expect(shapeOf(parseQuery(negated(100)))).toContain("(not a)");
    const message = (position: number) => `The query nests more than 100 levels deep at position ${position}.`;
    expect(errorOf(nested(101))).toMatchObject({ position: 100, message: message(101) });
    expect(errorOf("(".repeat(9_999))).toMatchObject({ position: 100, message: message(101) });
    expect(errorOf(negated(101))).toMatchObject({ position: 400, message: message(401) });
    expect(errorOf("NOT(".repeat(51))).toMatchObject({ position: 200, message: message(201) });
  });

  test("reads 10,000 characters, and no more", () => {
    const text = `a = '${"x".repeat(9_994)}'`;
    expect(comparisonIn(text).value).toMatchObject({ value: "x".repeat(9_994) });
    const message = "The query has 10001 characters, more than 10000.";
    expect(errorOf(`${text} `)).toMatchObject({ name: "QueryError", position: 10_000, message });
    expect(errorOf("'".repeat(10_000_000))).toMatchObject({ position: 10_000 });
  });
});

function comparisonIn(text: string): Comparison {
  const condition = parseQuery(text);
  if (condition.kind !== "comparison") throw new Error(`${text} is no comparison`);
  return condition;
}

function shapeOf(condition: Condition): string {
  if (condition.kind === "not") return `(not ${shapeOf(condition.condition)})`;
  if ("conditions" in condition) return `(${condition.conditions.map(shapeOf).join(` ${condition.kind} `)})`;
  return condition.field.key;
}

function errorOf(text: string): QueryError {
  try {
    parseQuery(text);
  } catch (error) {
    if (error instanceof QueryError) return error;
    throw error;
  }
  throw new Error(`${text} was read`);
}

test("the compared fields are each field of a condition once, in the order of the query", () => {
  const condition = parseQuery('b = 1 AND NOT (a IN (1) OR c LIKE :x) AND ("d d" IS NULL OR b > 2) OR e IS NOT NULL');
  expect([...comparedFields(condition)]).toEqual(["b", "a", "c", "d d", "e"]);
  expect([...comparedFields(parseQuery("__proto__ = 1"))]).toEqual(["__proto__"]);
});
