import { fullFormats } from "ajv-formats/dist/formats.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { JsonObject } from "../src/model/json.js";
import { createSchemas, strictFormats } from "../src/model/schema-validator.js";

/** A validator for one schema, at `/components/schemas/One`. */
function validatorOf(One: JsonObject, others: JsonObject = {}) {
  const { validate } = createSchemas({ paths: {}, components: { schemas: { One, ...others } } });
  const bare = (place: string) => place.slice("/components/schemas".length);
  return (value: Parameters<typeof validate>[1], shape: "open" | "closed" = "closed") =>
    validate("/components/schemas/One", value, shape).map(({ contract, at }) => [bare(contract), at]);
}

test("names the statement that does not hold and the place in the value", () => {
  const items = { type: "string", maxLength: 1 };
  const check = validatorOf({ type: "object", properties: { a: { type: "array", items } } });
  expect(check({ a: ["x", "long"] }, "open")).toEqual([["/One/properties/a/items/maxLength", "/a/1"]]);
  expect(check({ a: 1 }, "open")).toEqual([["/One/properties/a/type", "/a"]]);
});

test("closes an enum that tolerates others, also where it can be null or stands behind a reference", () => {
  const known = { type: "string", enum: ["a"] };
  const inline = validatorOf({ anyOf: [known, { type: "string", description: "Any other." }, { type: "null" }] });
  const reference = { $ref: "#/components/schemas/Known" };
  const referred = validatorOf({ anyOf: [reference, { type: "string" }] }, { Known: known });
  expect([inline("b", "open"), referred("b", "open")]).toEqual([[], []]);
  expect([inline("a"), inline(null), referred("a")]).toEqual([[], [], []]);
  expect(inline("b")).toEqual([["/One/anyOf/0/enum", ""]]);
  expect(referred("b")).toEqual([["/Known/enum", ""]]);
});

test("validates a branch of a choice that can be null", () => {
  const document = {
    openapi: "3.0.3",
    paths: {},
    components: { schemas: { One: { nullable: true, oneOf: [{ type: "string" }] } } },
  };
  const { validate } = createSchemas(document);
  const [own, branch] = ["", "/oneOf/0"].map((at) => validate(`/components/schemas/One${at}`, null).length);
  expect([own, branch]).toEqual([0, 1]);
});

test("keeps a string beside other branches when none of them is an enum", () => {
  expect(validatorOf({ anyOf: [{ type: "number" }, { type: "string" }] })("any")).toEqual([]);
});

test("closes objects that are composed, choices between objects, and objects in lists and maps", () => {
  const part = { type: "object", additionalProperties: true, properties: { a: { type: "string" } } };
  const composed = validatorOf({ allOf: [part, { type: "object", properties: { b: { type: "string" } } }] });
  expect(composed({ a: "1", b: "2" })).toEqual([]);
  expect(composed({ a: "1", c: "3" })).toEqual([["/One", "/c"]]);
  const choice = validatorOf({ anyOf: [{ $ref: "#/components/schemas/Part" }, { type: "null" }] }, { Part: part });
  expect(choice({ c: "3" })).toEqual([["/Part", "/c"]]);
  expect(validatorOf({ type: "array", items: part })([{}, { c: "3" }])).toEqual([["/One/items", "/1/c"]]);
  const map = validatorOf({ type: "object", additionalProperties: part });
  expect(map({ any: { a: "1" } })).toEqual([]);
  expect(map({ any: { c: "3" } })).toEqual([["/One/additionalProperties", "/any/c"]]);
});

test("tells the faults of the branch that is closest, and of the choice itself when several branches fit", () => {
  const kind = (value: string, size: JsonObject) => ({
    type: "object",
    required: ["type", "size"],
    properties: { type: { const: value }, size },
  });
  const one = validatorOf({ oneOf: [kind("a", { type: "string" }), kind("b", { type: "integer" }), { type: "null" }] });
  expect(one({ type: "b", size: "big" }, "open")).toEqual([["/One/oneOf/1/properties/size/type", "/size"]]);
  const both = validatorOf({ oneOf: [{ type: "string" }, { type: "string", maxLength: 3 }] });
  expect(both("x", "open")).toEqual([["/One/oneOf", ""]]);
});

test("tells what is wrong beside a choice as well", () => {
  const One = {
    type: "object",
    required: ["z"],
    properties: { a: { type: "string" }, b: { type: "string" } },
    anyOf: [{ required: ["a"] }, { required: ["b"] }],
  };
  expect(validatorOf(One)({}, "open")).toEqual([
    ["/One/required", "/z"],
    ["/One/anyOf/0/required", "/a"],
  ]);
});

test("takes a property that is called like a keyword, and leaves extensions and examples aside", () => {
  const properties = { examples: { type: "string" }, $id: { type: "string" }, "x-a": { type: "string", "x-b": 1 } };
  const check = validatorOf({ type: "object", properties, examples: [{ $id: "same" }], "x-assumed": "D01" });
  expect(check({ examples: "e", $id: "i", "x-a": "x" })).toEqual([]);
  expect(check({ "x-a": 1 }, "open")).toEqual([["/One/properties/x-a/type", "/x-a"]]);
});

test("ignores keywords and formats that nobody knows, and rejects a pointer that leads nowhere", () => {
  expect(validatorOf({ type: "string", maxLenght: 3, format: "color" })("long")).toEqual([]);
  expect(() => createSchemas({}).validate("/components/schemas/None", null)).toThrow("no schema at");
});

test("takes and rejects the same times as ajv-formats, but for spaces and offsets without a colon", () => {
  // The types of a table allow every kind of format; these are objects with a function that takes text.
  const [own, full] = [strictFormats, fullFormats].map(
    (table) => table["date-time"] as { validate: (text: string) => boolean },
  );
  const exact = (text: string) => full?.validate(text) && !/\s|[+-]\d\d(\d\d)?$/.test(text);
  const times = ["2026-02-28T23:59:59Z", "2026-10-09T07:08:00+05:30", "2024-02-29T00:00:60Z", "1999-12-31T23:59:59.9Z"];
  const letter = fc.constantFrom(..."0123456789-+:.TZtz /?#%&=~@[]aé\n\\", "");
  const edits = fc.array(fc.tuple(fc.nat(30), fc.nat(1), letter), { maxLength: 3 });
  const responses = new Set<boolean | undefined>();
  fc.assert(
    fc.property(fc.constantFrom(...times), edits, (text, changes) => {
      const changed = [...text];
      for (const [at, removed, added] of changes) changed.splice(at, removed, added);
      const candidate = changed.join("");
      responses.add(own?.validate(candidate));
      expect(own?.validate(candidate)).toBe(exact(candidate));
    }),
    { seed: 7, numRuns: 10_000 },
  );
  expect(responses.size).toBe(2);
});
