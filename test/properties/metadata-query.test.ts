import { metadataQuery, type QueryValue } from "content-service-client";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Condition, Operand } from "../../sandbox/src/query/condition.js";
import { parseQuery } from "../../sandbox/src/query/parse-query.js";
import { check } from "./support/check.js";
import { anyText } from "./support/texts.js";

const one: fc.Arbitrary<string | number> = fc.oneof(anyText, fc.double({ noNaN: true, noDefaultInfinity: true }));
const scalar: fc.Arbitrary<QueryValue> = fc.oneof(one, fc.date({ noInvalidDate: true }));
const list = fc.array(one, { minLength: 1, maxLength: 5 });

/** A condition with a place for one value: what stands before and after it, and the value. */
const predicate = fc.oneof(
  fc.record({ before: fc.constantFrom("amount >= ", "party = ", "NOT (b <> ", '"a ""b""" <'), value: scalar }),
  fc.record({ before: fc.constantFrom("party LIKE ", "party NOT ILIKE "), value: anyText }),
  fc.record({ before: fc.constantFrom("status IN ", "status NOT IN "), value: list }),
);
const predicates = fc.array(fc.tuple(predicate, fc.constantFrom(" AND ", " or ", "\nOR NOT ")), { minLength: 1 });

/** The operands of a condition, in the order in which they were written. */
function operands(condition: Condition): readonly Operand[] {
  switch (condition.kind) {
    case "and":
    case "or":
      return condition.conditions.flatMap(operands);
    case "not":
      return operands(condition.condition);
    case "null":
      return [];
    case "in":
      return "kind" in condition.values ? [condition.values] : condition.values;
    case "like":
      return [condition.pattern];
    case "comparison":
      return [condition.value];
  }
}

const plain = (value: unknown) => (value instanceof Date ? value.toISOString() : value);

describe("a value in a metadata query", () => {
  it("is parsed as an argument, and the arguments are the values", async () => {
    const property = fc.property(predicates, (parts) => {
      const texts = [""];
      for (const [{ before }, word] of parts) {
        texts[texts.length - 1] += before;
        texts.push(`${before.includes("(") ? ")" : ""}${word}`);
      }
      texts[texts.length - 1] = texts.at(-1)?.startsWith(")") ? ")" : "";
      const values = parts.map(([{ value }]) => value);
      const { query, query_params } = metadataQuery(Object.assign([...texts], { raw: texts }), ...values);
      const read = operands(parseQuery(query)).map((operand) =>
        operand.kind === "argument" ? query_params[operand.name] : expect.fail("a value became text"),
      );
      expect(read).toEqual(values.flat().map(plain));
      expect(Object.keys(query_params)).toHaveLength(read.length);
    });
    await check(property);
  });

  it("does not change the text: another value of its type gives the same text", async () => {
    const shape = fc.oneof(fc.tuple(scalar, scalar), fc.integer({ min: 1, max: 4 }).chain(pairOfLists));
    const property = fc.property(fc.array(fc.tuple(anyText, shape)), anyText, (parts, last) => {
      const texts = [...parts.map(([text]) => text), last];
      const strings = Object.assign([...texts], { raw: texts });
      const [first, second] = [0, 1].map((which) =>
        metadataQuery(strings, ...parts.map(([, pair]) => pair[which] as QueryValue)),
      );
      expect(second?.query).toBe(first?.query);
      const given = parts.flatMap(([, pair]) => pair[0]).map(plain);
      expect(Object.values(first?.query_params ?? {})).toEqual(given);
    });
    await check(property);
  });

  it("of another type is a TypeError", async () => {
    const other = fc.anything({ withNullPrototype: true, withSparseArray: true, withBigInt: true, withDate: true });
    const property = fc.property(other, (value) => {
      // Plain JavaScript can pass anything.
      const make = () => metadataQuery`amount IN ${value as QueryValue}`;
      const fits = (item: unknown) => typeof item === "string" || Number.isFinite(item) || isDate(item);
      // Unlike a copy by `map`, this one has undefined where the list has a gap.
      const items: unknown[] = Array.isArray(value) ? Array.from(value) : [value];
      if (items.length > 0 && items.every(fits)) {
        expect(Object.values(make().query_params)).toEqual(items.map(plain));
      } else expect(make).toThrow(TypeError);
    });
    await check(property);
  });
});

function pairOfLists(length: number): fc.Arbitrary<[QueryValue, QueryValue]> {
  const exactly = fc.array(one, { minLength: length, maxLength: length });
  return fc.tuple(exactly, exactly);
}

function isDate(value: unknown): boolean {
  return value instanceof Date && !Number.isNaN(value.getTime());
}
