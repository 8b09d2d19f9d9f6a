import { expect, test } from "vitest";
import { invalidValues } from "../../src/cases/invalid-values.js";
import { createContract } from "../../src/contract/contract.js";
import type { JsonObject } from "../../src/contract/json.js";

function kindsOf(One: JsonObject): string[] {
  const contract = createContract({ paths: {}, components: { schemas: { One } } });
  return invalidValues(contract, "/components/schemas/One").map(({ kind }) => kind);
}

test("derives one wrong value for each keyword", () => {
  expect(kindsOf({ type: "string", minLength: 2, maxLength: 3, pattern: "^[0-9]+$" })).toEqual([
    "of the wrong type",
    "against the pattern",
    "too short",
    "too long",
  ]);
  expect(kindsOf({ type: "string", enum: ["a"] })).toEqual(["of the wrong type", "not in the enum"]);
  expect(kindsOf({ type: "string", const: "a" })).toEqual(["of the wrong type", "not in the enum"]);
  expect(kindsOf({ type: "string", format: "date-time" })).toEqual(["of the wrong type", "against the format"]);
  expect(kindsOf({ type: "integer", minimum: 1, maximum: 9, format: "int64" })).toEqual([
    "of the wrong type",
    "not whole",
    "below the range",
    "above the range",
    "beyond 64 bits",
  ]);
  expect(kindsOf({ type: "array", maxItems: 2, minItems: 1 })).toEqual([
    "of the wrong type",
    "a list with too many items",
    "a list with too few items",
  ]);
});

test("gives just one step too much, so that a limit which is off by one shows", () => {
  const One = { type: "string", minLength: 2, maxLength: 3 };
  const contract = createContract({ paths: {}, components: { schemas: { One } } });
  const values = invalidValues(contract, "/components/schemas/One").map(({ value }) => value);
  expect(values).toEqual([true, "x", "xxxx"]);
});

test("looks for a type that no branch takes, and finds none where everything is taken", () => {
  expect(kindsOf({ anyOf: [{ type: "boolean" }, { type: "number" }, { type: "null" }] })).toEqual([
    "of the wrong type",
  ]);
  expect(kindsOf({})).toEqual([]);
});

test("refuses a keyword that has no effect", () => {
  expect(() => kindsOf({ type: "string", pattern: "" })).toThrow("against the pattern");
});
