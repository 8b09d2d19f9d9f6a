import { expect, test } from "vitest";
import { placeAt, pointer, segmentsOf, valueAt } from "../../src/contract/json-pointer.js";

test("escapes what a segment holds and reads it back", () => {
  expect(pointer("/paths", "/a~b/{c}", 0)).toBe("/paths/~1a~0b~1{c}/0");
  expect(segmentsOf("/paths/~1a~0b~1{c}/0")).toEqual(["paths", "/a~b/{c}", "0"]);
  expect(segmentsOf("")).toEqual([]);
});

test("finds what stands at a pointer, and nothing where nothing is", () => {
  const document = { list: [{ "a/b": null }], text: "t" };
  expect(valueAt(document, "")).toBe(document);
  expect(valueAt(document, "/list/0/a~1b")).toBeNull();
  expect(valueAt(document, "/list/1")).toBeUndefined();
  expect(valueAt(document, "/text/0")).toBeUndefined();
  expect(valueAt(document, "/toString")).toBeUndefined();
});

test("follows references to the place where the statement stands", () => {
  const document = { one: { $ref: "#/two" }, two: { $ref: "#/th%7Bree" }, "th{ree": { type: "string" } };
  expect(placeAt(document, "/one")).toEqual({ pointer: "/th{ree", node: { type: "string" } });
});

test("refuses a reference that leads nowhere, leaves the document, or goes in a ring", () => {
  expect(() => placeAt({ one: { $ref: "#/two" } }, "/one")).toThrow("no object at /two");
  expect(() => placeAt({ one: { $ref: "Other.yaml" } }, "/one")).toThrow("not bundled: Other.yaml");
  expect(() => placeAt({ one: { $ref: "#/two" }, two: { $ref: "#/one" } }, "/one")).toThrow("ring");
});
