import { expect, expectTypeOf, test } from "vitest";
import { type Contract, createContract } from "../src/model/contract.js";
import type { JsonObject } from "../src/model/json.js";
import { placeAt, pointer, segmentsOf, valueAt } from "../src/model/json-pointer.js";
import type { Operation } from "../src/model/operation.js";
import { smallContract, smallDocument } from "./support/small-contract.js";

test("reads the address of each operation, with the defaults of its variables", () => {
  const refresh = smallContract.operation("refresh");
  expectTypeOf(refresh).toEqualTypeOf<Operation>();
  expect(refresh).toMatchObject({ server: "auth", serverUrl: "https://auth.small.example", secured: false });
  expect(smallContract.operation("getCrate")).toMatchObject({
    server: "base",
    serverUrl: "https://api.small.example/v1",
    secured: true,
    securityPointer: "/security",
  });
});

test("joins the parameters of a path with those of its operation, which replace them by name and place", () => {
  const path = (name: string, place: string, required: boolean) => ({ name, in: place, required, schema: {} });
  const item = {
    parameters: [path("id", "path", true), path("tag", "query", false)],
    get: { operationId: "one", parameters: [path("tag", "query", true), path("tag", "header", false)], responses: {} },
  };
  const contract = createContract({ openapi: "3.1.0", paths: { "/{id}": item } });
  expect(contract.operation("one").parameters.map((one) => [one.in, one.name, one.required])).toEqual([
    ["path", "id", true],
    ["query", "tag", true],
    ["header", "tag", false],
  ]);
});

test("tells which operations only read: a GET, and a POST that the contract marks", () => {
  const operation = (id: string, marks: object) => ({ operationId: id, responses: {}, ...marks });
  const paths = {
    "/a": { get: operation("get", {}), post: operation("post", {}), put: operation("put", {}) },
    "/b": { post: operation("query", { "x-reads": true }) },
  };
  const { operations } = createContract({ openapi: "3.1.0", paths });
  expect(operations.filter(({ isSafe }) => isSafe).map(({ id }) => id)).toEqual(["get", "query"]);
});

test("takes the names in a security requirement for roles, and for scopes with OAuth 2.0", () => {
  const get = { operationId: "listFiles", security: [{ oauth: ["files.read"] }], responses: {} };
  const rolesWith = (type: string) => {
    const components = { securitySchemes: { oauth: { type } } };
    return createContract({ openapi: "3.1.0", paths: { "/files": { get } }, components }).operation("listFiles").access
      .roles;
  };
  expect([rolesWith("oauth2"), rolesWith("http")]).toEqual([[], [["files.read"]]]);
});

test("rejects what is no document, a name that nobody has, and references that lead nowhere or elsewhere", () => {
  expect(() => createContract("openapi: 3.1.0")).toThrow(TypeError);
  expect(() => createContract({ swagger: "2.0", paths: {} })).toThrow('"2.0". Convert it first: npx swagger2openapi');
  expect(() => createContract({ info: {} })).toThrow("received a document without a version");
  const withReference = ($ref: string) => ({
    openapi: "3.1.0",
    paths: { "/a": { get: { responses: { 200: { $ref } } } } },
  });
  expect(() => createContract(withReference("https://other.example/a.yaml#/b"))).toThrow("is not bundled");
  const nowhere = "None at /paths/~1a/get/responses/200 has no";
  expect(() => createContract(withReference("#/components/responses/None"))).toThrow(nowhere);
  expect(() => smallContract.operation("nobody")).toThrow("no operation nobody");
});

test("finds the properties of a record in each part of its schema, and in the branches whose constants match", () => {
  const newest = "/paths/~1crates~1newest/get/responses/200/content/application~1json/schema";
  const namesOf = (schema: string, record: JsonObject) => [...smallContract.propertiesOf(schema, record).keys()];
  const crate = ["type", "id", "name", "color", "owner", "created_at", "size", "example", "$id"];
  expect(namesOf("/components/schemas/Crate", {})).toEqual(crate);
  expect(namesOf(newest, { type: "crate" })).toEqual(crate);
  expect(namesOf(newest, { type: "shelf", boards: 2 })).toEqual(["type", "id", "boards"]);
  expect(namesOf(newest, { type: "book" })).toEqual([]);
  expect(namesOf(newest, {})).toEqual([...crate, "boards"]);
  const shelf = smallContract.propertiesOf(newest, { type: "shelf" });
  expect(shelf.get("id")).toBe("/components/schemas/Shelf/properties/id");
});

test.each<[schema: JsonObject, texts: string[]]>([
  [{ type: "string", enum: ["a", "b"] }, ["a", "b"]],
  [{ anyOf: [{ const: "a" }, { const: "b" }, { type: "null" }] }, ["a", "b"]],
  [{ allOf: [{ $ref: "#/components/schemas/Kind" }] }, ["c"]],
  [{ oneOf: [{ enum: ["a"] }, { type: "string" }] }, []],
  [{ const: "a" }, []],
])("knows the texts that %j lists: %j", (schema, texts) => {
  const schemas = { Own: schema, Kind: { enum: ["c"] } };
  const contract = createContract({ openapi: "3.1.0", paths: {}, components: { schemas } });
  expect(contract.enumAt("/components/schemas/Own")).toEqual(texts);
});

test("leaves the document as it was", () => {
  const before = structuredClone(smallDocument);
  const contract: Contract = createContract(smallDocument);
  contract.validate("/components/schemas/Crate", {}, "closed");
  contract.validate("/components/schemas/Crate", {}, "open");
  expect(smallDocument).toEqual(before);
});

test("finds what stands at a pointer, whose segments are escaped, and nothing where nothing is", () => {
  expect(pointer("/paths", "/a~b/{c}", 0)).toBe("/paths/~1a~0b~1{c}/0");
  expect(segmentsOf("/paths/~1a~0b~1{c}/0")).toEqual(["paths", "/a~b/{c}", "0"]);
  const document = { list: [{ "a/b": null }], text: "t" };
  expect([valueAt(document, ""), valueAt(document, "/list/0/a~1b")]).toEqual([document, null]);
  for (const at of ["/list/1", "/text/0", "/toString"]) expect(valueAt(document, at)).toBeUndefined();
});

test("follows references, and rejects one without a target, out of the document, or in a cycle", () => {
  const document = { one: { $ref: "#/two" }, two: { $ref: "#/th%7Bree" }, "th{ree": { type: "string" } };
  expect(placeAt(document, "/one")).toEqual({ pointer: "/th{ree", node: { type: "string" } });
  expect(() => placeAt({ one: { $ref: "#/two" } }, "/one")).toThrow("no object at /two");
  expect(() => placeAt({ one: { $ref: "Other.yaml" } }, "/one")).toThrow("not bundled: Other.yaml");
  expect(() => placeAt({ one: { $ref: "#/two" }, two: { $ref: "#/one" } }, "/one")).toThrow("cycle");
});
