import { createContract, type Json, type JsonObject, withValue } from "content-service-contract";
import { expect, test } from "vitest";
import { bodySites } from "../../src/cases/body-sites.js";
import { invalidValues } from "../../src/cases/invalid-values.js";

function sitesOf(One: JsonObject, ...bodies: Json[]): [string, Json][] {
  const contract = createContract({ paths: {}, components: { schemas: { One } } });
  return bodySites(contract, "/components/schemas/One", bodies).map(({ at, body }) => [at, body]);
}

test("finds each property of a body, at any depth, and the first item of a list", () => {
  const One = {
    type: "object",
    properties: { a: { type: "object", properties: { b: { type: "string" } } }, c: { type: "array", items: {} } },
  };
  const body = { a: { b: "x" }, c: [1, 2] };
  expect(sitesOf(One, body).map(([at]) => at)).toEqual(["", "/a", "/a/b", "/c", "/c/0"]);
});

test("fills in a property that no body has from the examples in its schema", () => {
  const deep = { type: "object", properties: { b: { type: "string", examples: ["x"] } } };
  const One = { type: "object", properties: { a: { anyOf: [deep, { type: "null" }] } } };
  expect(sitesOf(One, {})).toEqual([
    ["", {}],
    ["/a", { a: { b: "x" } }],
    ["/a/b", { a: { b: "x" } }],
  ]);
});

test("ends where a schema contains itself", () => {
  const self = { $ref: "#/components/schemas/One" };
  const One = { type: "object", properties: { moons: { type: "array", items: self }, planet: self } };
  const places = sitesOf(One, { moons: [{ moons: [{}] }] }).map(([at]) => at);
  expect(places).toContain("/moons/0/moons/0");
  expect(places.length).toBeLessThan(20);
});

test("follows a condition that a body meets", () => {
  // Written out, the keyword would make this object look like a promise.
  const consequence = "then";
  const One = {
    type: "object",
    properties: { on: { type: "boolean" }, text: { type: "string" } },
    if: { type: "object", properties: { on: { const: true } } },
    [consequence]: { type: "object", properties: { text: { minLength: 1 } } },
  };
  const contract = createContract({ paths: {}, components: { schemas: { One } } });
  const schemas = (on: boolean) =>
    bodySites(contract, "/components/schemas/One", [{ on, text: "x" }])
      .filter(({ at }) => at === "/text")
      .map(({ schema }) => schema.slice("/components/schemas/One".length));
  expect(schemas(true)).toEqual(["/properties/text", "/then/properties/text"]);
  expect(schemas(false)).toEqual(["/properties/text"]);
});

test("passes over a body that does not fit, since nothing can be learned from it", () => {
  expect(sitesOf({ type: "object" }, "text")).toEqual([]);
});

test("changes and removes one value and leaves the body as it was", () => {
  const body = { a: [{ b: 1, c: 2 }] };
  expect(withValue(body, "/a/0/b", 3)).toEqual({ a: [{ b: 3, c: 2 }] });
  expect(withValue(body, "/a/0/b", undefined)).toEqual({ a: [{ c: 2 }] });
  expect(withValue(body, "", "x")).toBe("x");
  expect(body).toEqual({ a: [{ b: 1, c: 2 }] });
});

test("looks into each branch of a choice that one of the bodies fits", () => {
  const branch = (name: string) => ({ type: "object", required: [name], properties: { [name]: { type: "string" } } });
  const One = { type: "object", properties: { who: { oneOf: [branch("id"), branch("login")] } } };
  const places = sitesOf(One, { who: { login: "l" } }, { who: { id: "1" } }).map(([at]) => at);
  expect(places).toEqual(["", "/who", "/who/login", "/who", "/who/id"]);
});

const valuesFor = (One: JsonObject) =>
  invalidValues(createContract({ paths: {}, components: { schemas: { One } } }), "/components/schemas/One");
const kindsOf = (One: JsonObject) => valuesFor(One).map(({ kind }) => kind);

test("derives one wrong value for each keyword", () => {
  const wrongType = "of the wrong type";
  const text = { type: "string", minLength: 2, maxLength: 3, pattern: "^[0-9]+$" };
  expect(kindsOf(text)).toEqual([wrongType, "against the pattern", "too short", "too long"]);
  expect(kindsOf({ type: "string", enum: ["a"] })).toEqual([wrongType, "not in the enum"]);
  expect(kindsOf({ type: "string", const: "a" })).toEqual([wrongType, "not in the enum"]);
  expect(kindsOf({ type: "string", format: "date-time" })).toEqual([wrongType, "against the format"]);
  const numbers = ["not whole", "below the range", "above the range", "beyond 64 bits"];
  expect(kindsOf({ type: "integer", minimum: 1, maximum: 9, format: "int64" })).toEqual([wrongType, ...numbers]);
  const lists = ["a list with too many items", "a list with too few items"];
  expect(kindsOf({ type: "array", maxItems: 2, minItems: 1 })).toEqual([wrongType, ...lists]);
});

test("gives just one step too much, so that a limit which is off by one shows", () => {
  const values = valuesFor({ type: "string", minLength: 2, maxLength: 3 });
  expect(values.map(({ value }) => value)).toEqual([true, "x", "xxxx"]);
});

test("looks for a type that no branch takes, and finds none where everything is taken", () => {
  const anyOf = [{ type: "boolean" }, { type: "number" }, { type: "null" }];
  expect([kindsOf({ anyOf }), kindsOf({})]).toEqual([["of the wrong type"], []]);
});

test("leaves out values that a keyword without effect accepts", () => {
  expect(kindsOf({ type: "string", pattern: "" })).toEqual(["of the wrong type"]);
});
