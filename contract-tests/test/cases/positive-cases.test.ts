import { checkExchange, createContract, inputRequest, type JsonObject, loadContract } from "content-service-contract";
import { expect, test } from "vitest";
import { negativeCases } from "../../src/cases/negative-cases.js";
import { type PositiveCase, positiveCases } from "../../src/cases/positive-cases.js";
import { createCoverage } from "../../src/coverage/coverage.js";

const cases = positiveCases(loadContract());

function named(id: string, status: number, name?: string): PositiveCase {
  const found = cases.find((one) => one.operation.id === id && one.status === status && one.example?.name === name);
  if (found === undefined) throw new Error(`There is no case ${id} ${status} ${name}`);
  return found;
}

function casesOf(operation: JsonObject): PositiveCase[] {
  return positiveCases(createContract({ paths: { "/a": { post: { operationId: "one", ...operation } } } }));
}

function media(...names: string[]): JsonObject {
  const examples = names.map((name): [string, JsonObject] => [name, { value: { code: name, status: 503 } }]);
  return { content: { "application/json": { schema: { type: "object" }, examples: Object.fromEntries(examples) } } };
}

test("calls each operation for each documented status, and for each named example", () => {
  const { operations } = loadContract();
  const wanted = operations.flatMap(({ id, responses }) => responses.map(({ status }) => `${id} ${status}`));
  const reached = new Set(cases.map(({ operation, response }) => `${operation.id} ${response.status}`));
  expect(wanted.filter((one) => !reached.has(one))).toEqual([]);
  const responses = casesOf({ responses: { "200": media("a", "b"), "404": media("c"), "204": { description: "" } } });
  const named = responses.map(({ status, example }) => `${status} ${example?.name}`);
  expect(named).toEqual(["200 a", "200 b", "204 undefined", "404 c"]);
});

test("sends each example of the request at least once, and for an error just the first", () => {
  const sent = casesOf({ requestBody: media("x", "y"), responses: { "200": media("a"), "404": media("b", "c") } });
  const named = sent.map(({ example, requestExample }) => `${example?.name} ${requestExample?.name}`);
  expect(named).toEqual(["a x", "a y", "b x", "c x"]);
});

test("takes the status of an example of default from itself, unless that status has a response of its own", () => {
  expect(casesOf({ responses: { default: media("a") } })).toMatchObject([{ status: 503 }]);
  const both = casesOf({ responses: { "503": media("b"), default: media("a") } });
  expect(both.map(({ example }) => example?.name)).toEqual(["b"]);
});

test("rejects a body without a named example", () => {
  expect(() => casesOf({ responses: { "200": media() } })).toThrow("Expected a named example");
});

test("lists in fields what a response has that is not the standard representation, and nothing for one that is", () => {
  expect(named("getCurrentUser", 200, "full").input.query).toBeUndefined();
  const { input, example } = named("getCurrentUser", 200, "fields");
  const names = Object.keys(example?.value ?? {}).filter((name) => !["type", "id", "name"].includes(name));
  expect(input.query?.["fields"]).toEqual(names);
});

test("asks for a page in the way in which it is responded", () => {
  const offset = named("listFilesOnHold", 200, "offset_page").input.query;
  const marker = named("listFilesOnHold", 200, "marker_page").input.query;
  expect([offset?.["offset"], offset?.["usemarker"], offset?.["marker"]]).toEqual([0, undefined, undefined]);
  expect([marker?.["offset"], marker?.["usemarker"], typeof marker?.["marker"]]).toEqual([undefined, true, "string"]);
});

test("makes only calls that hold, with responses that hold, and covers all that the contract documents", () => {
  const contract = loadContract();
  const coverage = createCoverage(contract);
  const broken = cases.flatMap(({ operation, input, status, media: type, example, response, requestExample }) => {
    const headers = new Headers(type && { "content-type": type.type });
    for (const header of response.headers) headers.set(header.name, String(header.example));
    const body = example && JSON.stringify(example.value);
    const exchange = { request: inputRequest(operation, input, "token"), response: { status, headers, body } };
    coverage.record(exchange, { example: example?.name, requestExample: requestExample?.name });
    return checkExchange(exchange, { closed: true }).map((violation) => ({ id: operation.id, ...violation }));
  });
  expect(broken).toEqual([]);
  for (const { request } of negativeCases(contract, "token")) coverage.record({ request, response: { status: 400 } });
  expect(coverage.report().missing).toEqual([]);
});
