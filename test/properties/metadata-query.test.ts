import { metadataQuery, type QueryValue } from "content-service-client";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { check } from "./support/check.js";
import { anyText } from "./support/texts.js";

const one: fc.Arbitrary<string | number> = fc.oneof(anyText, fc.double({ noNaN: true, noDefaultInfinity: true }));
const scalar: fc.Arbitrary<QueryValue> = fc.oneof(one, fc.date({ noInvalidDate: true }));
const plain = (value: unknown) => (value instanceof Date ? value.toISOString() : value);

describe("a value in a metadata query", () => {
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
