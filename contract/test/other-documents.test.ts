import { expect, test } from "vitest";
import { parse } from "yaml";
import { callInput, inputRequest } from "../src/exchange/call-input.js";
import { createContract } from "../src/model/contract.js";
import { textOfPattern } from "../src/model/text-of-pattern.js";
import { checkExchange } from "../src/rules/check-exchange.js";
import { documents } from "./support/other-documents.js";

const contractOf = (name: keyof typeof documents) => createContract(parse(documents[name]));
const contracts = {
  ...{ pets: contractOf("pets"), payments: contractOf("payments"), code: contractOf("code"), chat: contractOf("chat") },
};

const json = { "content-type": "application/json" };
const cat = { id: 1, kind: "cat", name: "Tom", lives: 7, owner: { name: "Ann" }, price: null };

function placesIn(
  name: keyof typeof contracts,
  [method = "GET", path = "/"]: readonly string[],
  sent: { headers?: Record<string, string>; body?: string | undefined } = {},
  received: { status?: number; body?: unknown } = {},
): string[] {
  const response = { status: received.status ?? 200, headers: json, body: JSON.stringify(received.body) };
  const exchange = { request: { method, path, ...sent }, response };
  return checkExchange(exchange, { contract: contracts[name] }).map(({ at }) => at);
}

test("does not require read-only properties in requests and write-only ones in responses", () => {
  const { id: _, ...sent } = cat;
  const headers = { ...json, "x-api-key": "k" };
  const post = (body: object, response: object) =>
    placesIn("pets", ["POST", "/pets"], { headers, body: JSON.stringify(body) }, { status: 201, body: response });
  expect(post(sent, cat)).toEqual([]);
  expect(post({ ...sent, name: "T" }, sent)).toEqual(["/request/body/name", "/response/body/id"]);
  expect(post(sent, { ...cat, owner: null, price: 0 })).toEqual(["/response/body/price"]);
});

test("lets the discriminator choose the branch of a value, where others would match too", () => {
  const $ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const kinds = (lives: string[]) => ({
    type: "object",
    required: ["kind", ...lives],
    properties: { kind: { type: "string" } },
  });
  const mapping = { cat: "#/components/schemas/Cat", kitten: "Cat", dog: "Dog" };
  const pet = { oneOf: [$ref("Cat"), $ref("Dog")], discriminator: { propertyName: "kind", mapping } };
  const schemas = { Cat: kinds(["lives"]), Dog: kinds([]), Pet: pet };
  const responses = { "200": { description: "A pet.", content: { "application/json": { schema: $ref("Pet") } } } };
  const paths = { "/pet": { get: { operationId: "readPet", responses } } };
  const contract = createContract({ openapi: "3.1.0", paths, components: { schemas } });
  const placesOf = (body: object) =>
    contract.validate("/components/schemas/Pet", JSON.parse(JSON.stringify(body))).map(({ at }) => at);
  expect([{ kind: "cat", lives: 9 }, { kind: "dog" }, { kind: "fish" }].flatMap(placesOf)).toEqual([]);
  expect([{ kind: "cat" }, { kind: "kitten" }, {}].flatMap(placesOf)).toEqual(["/lives", "/lives", "/kind"]);
  expect(contract.validate("/components/schemas/Pet", { kind: "fish" }, "closed")).not.toEqual([]);
});

test("reads parameters and forms of every style", () => {
  const headers = { authorization: "Basic OnM=" };
  const list = (query: string) =>
    placesIn("payments", ["GET", `/charges?${query}`], { headers }, { body: { data: [] } });
  expect(list("created[gte]=5&expand=card%7Cowner&limit=2")).toEqual([]);
  expect(list("created[gte]=x&expand=card%7Cnone&limit=0&other=1")).toEqual([
    "/request/query/created/gte",
    "/request/query/expand/1",
    "/request/query/limit",
    "/request/query/other",
  ]);
  const create = contracts.payments.operation("charges.create");
  const { path, ...request } = inputRequest(create, callInput(create), "user:pass");
  expect([request.body, new Headers(request.headers).get("authorization")]).toEqual([
    "amount=1&currency=aaa&metadata%5Border%5D=1",
    "Basic dXNlcjpwYXNz",
  ]);
  const charge = { status: 200, body: { id: "ch_1", amount: 1, paid: null } };
  const sent = { ...request, headers: Object.fromEntries(new Headers(request.headers)) };
  expect(placesIn("payments", ["POST", path], sent, charge)).toEqual([]);
  const wrong = { ...sent, body: "amount=0&currency=eur&metadata[order]=x" };
  const places = ["/request/body/amount", "/request/body/metadata/order"];
  expect(placesIn("payments", ["POST", path], wrong, charge)).toEqual(places);
});

test("finds operations by parts of segments and on each server, and makes ids that are missing or taken", () => {
  expect(placesIn("code", ["GET", "/repos/a/compare/main...next"], {}, { body: { ahead: 1 } })).toEqual([]);
  expect(contracts.code.operations.map(({ id, server }) => [id, server])).toEqual([
    ["compare", "base"],
    ["readme", "base"],
    ["POST /repos/{repo}/assets", "auth"],
  ]);
  const request = { method: "GET", url: "https://test.pay.example/v1/charges" };
  const exchange = { request, response: { status: 200, headers: json, body: '{"data":[]}' } };
  const [violation, ...others] = checkExchange(exchange, { contract: contracts.payments });
  expect([violation?.rule, others]).toEqual(["request-security", []]);
});

test("accepts each documented credential", () => {
  const say = (query: string, own: Record<string, string>) => {
    const sent = { headers: { ...json, ...own }, body: '{"text":"Hi"}' };
    return placesIn("chat", ["POST", `/channels/C123/messages${query}`], sent, { body: { text: "Hi" } });
  };
  const valid = [say("", { authorization: "Bearer t" }), say("?key=t", {}), say("", { cookie: "a=b; sid=t" })];
  expect(valid).toEqual([[], [], []]);
  expect(say("", { "x-api-key": "t" })).toEqual(["/request/headers/authorization"]);
});

test.each([
  [{ type: "http", scheme: "basic" }, "headers/authorization"],
  [{ type: "apiKey", in: "header", name: "X-Api-Key" }, "headers/x-api-key"],
  [{ type: "apiKey", in: "query", name: "key" }, "query/key"],
  [{ type: "apiKey", in: "cookie", name: "sid" }, "cookies/sid"],
])("reports the missing credential of %o at %s", (scheme, at) => {
  const contract = createContract({
    openapi: "3.1.0",
    components: { securitySchemes: { scheme } },
    paths: { "/me": { get: { security: [{ scheme: [] }], responses: { 204: { description: "" } } } } },
  });
  const exchange = { request: { method: "GET", path: "/me" }, response: { status: 204 } };
  expect(checkExchange(exchange, { contract }).map((one) => one.at)).toEqual([`/request/${at}`]);
});

test.each([[[{ bearer: [] }, {}]], [[{}, { bearer: [] }]]])(
  "sends an optional credential that is there: %j",
  (security) => {
    const contract = createContract({
      openapi: "3.1.0",
      components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
      paths: { "/me": { get: { operationId: "me", security, responses: { 204: { description: "" } } } } },
    });
    const headersWith = (token: string) => inputRequest(contract.operation("me"), {}, token).headers;
    expect([headersWith("t"), headersWith("")]).toEqual([{ authorization: "Bearer t" }, {}]);
  },
);

test("makes texts of patterns, as long as they must be", () => {
  const patterns = ["^[a-z]{3}$", "^C\\d{3,}$", "^(0|[1-9][0-9]*)$", "^(?:ab|cd)+-\\w?$", "^[^\\s/]+$", "^a.c$"];
  expect(patterns.map((pattern) => textOfPattern(pattern, 3))).toEqual(["aaa", "C000", undefined, "ab-", "aaa", "aac"]);
  expect(textOfPattern("^(?!a)b$")).toBeUndefined();
});

function violationsOf(responses: object, body: unknown, schemas: object = {}): string[] {
  const paths = { "/crates": { get: { operationId: "listCrates", responses } } };
  const contract = createContract({ openapi: "3.1.0", paths, components: { schemas } });
  const response = { status: 200, headers: json, body: JSON.stringify(body) };
  const exchange = { request: { method: "GET", path: "/crates" }, response };
  return checkExchange(exchange, { contract }).map(({ rule, at }) => `${rule} ${at}`);
}
const shown = (schema: unknown) => ({ description: "Crates.", content: { "application/json": { schema } } });

test("takes `default` for the success of an operation that documents no other", () => {
  const crate = shown({ type: "object", required: ["id"] });
  expect(violationsOf({ default: crate }, { id: 1 })).toEqual([]);
  expect(violationsOf({ default: crate }, {})).toEqual(["response-body /response/body/id"]);
  const documented = { 304: { description: "Unchanged." }, default: crate };
  expect(violationsOf(documented, { id: 1 })).toEqual(["status-documented /response/status"]);
});

test("reads schemas with addresses and dynamic references of their own, boolean schemas, and bodies without a schema", () => {
  const schemas = {
    Id: { type: "integer" },
    Page: {
      $id: "https://crates.example/page",
      $schema: "http://json-schema.org/draft-07/schema#",
      $defs: { item: { $dynamicAnchor: "item", not: {} } },
      type: "object",
      properties: {
        entries: { type: "array", items: { $dynamicRef: "#item" } },
        total: { $ref: "#/components/schemas/Id" },
        any: true,
      },
    },
  };
  const defs = { item: { $dynamicAnchor: "item", $ref: "#/components/schemas/Id" } };
  const page = { $id: "https://crates.example/crates", $defs: defs, $ref: "#/components/schemas/Page" };
  expect(violationsOf({ 200: shown(page) }, { entries: [1], total: 1, any: null }, schemas)).toEqual([]);
  expect(violationsOf({ 200: shown(page) }, { total: "1" }, schemas)).toEqual(["response-body /response/body/total"]);
  const nullable = shown({
    properties: { size: { nullable: true, allOf: [{ type: "integer" }] }, id: { nullable: false } },
  });
  expect(violationsOf({ 200: nullable }, { size: null, id: 1 })).toEqual([]);
  expect(violationsOf({ 200: nullable }, { size: "1" })).toContain("response-body /response/body/size");
  expect(violationsOf({ 200: shown(null) }, { total: "1" })).toEqual([]);
  const body = { content: { "application/json": { schema: { $ref: "#/components/schemas/Page" } } } };
  const post = { operationId: "addCrates", requestBody: body, responses: { 200: shown(true) } };
  const operation = createContract({ openapi: "3.1.0", paths: { "/crates": { post } }, components: { schemas } });
  expect(callInput(operation.operation("addCrates")).body).toEqual({});
});
