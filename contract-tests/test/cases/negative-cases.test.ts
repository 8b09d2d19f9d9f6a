import {
  checkExchange,
  createContract,
  isJsonObject,
  loadContract,
  type Operation,
  valueAt,
} from "content-service-contract";
import { expect, test } from "vitest";
import { bodySites } from "../../src/cases/body-sites.js";
import { negativeCases } from "../../src/cases/negative-cases.js";

const contract = loadContract();
const cases = negativeCases(contract, "token");

function kindsAt(id: string, at: string): string[] {
  return cases.filter((one) => one.operation.id === id && one.at === at).map(({ kind }) => kind);
}

test("makes only requests that the rule finds at the place, and the schema of a body rejects", () => {
  const found = cases.filter(({ request, rule, at }) => {
    const violations = checkExchange({ request, response: { status: 400 } });
    return violations.some((one) => one.rule === rule && `${one.at}/`.startsWith(`${at}/`));
  });
  expect(found).toHaveLength(cases.length);
  const isBody = ({ rule, kind }: (typeof cases)[number]) =>
    rule === "request-body" && !["no body", "broken JSON"].includes(kind);
  const taken = cases.filter(isBody).filter(({ operation, request }) => {
    const { type, schema = "" } = operation.requestMedia ?? {};
    return type === "application/json" && contract.isValid(schema, JSON.parse(request.body ?? "null"));
  });
  expect(taken).toEqual([]);
});

test("makes no two requests that are wrong in the same way", () => {
  const keys = cases.map(({ operation, kind, at }) => `${operation.id} ${kind} ${at}`);
  expect(new Set(keys).size).toBe(keys.length);
});

test("breaks the limits that the service names, by one [LM-01] [LM-02] [LM-06]", () => {
  for (const name of ["templateKey", "displayName", "fields/0/key", "fields/0/displayName", "fields/0/description"])
    expect(kindsAt("createMetadataTemplate", `/request/body/${name}`)).toContain("too long");
  expect(kindsAt("updateFile", "/request/body/description")).toContain("too long");
  expect(kindsAt("updateFile", "/request/body/tags")).toContain("a list with too many items");
  expect(kindsAt("listFilesOnHold", "/request/query/offset")).toContain("above the range");
});

test("asks for a page of none, and for none that is too large, since that is no error [LM-05]", () => {
  for (const [operation, at] of [
    ["queryMetadata", "/request/body/limit"],
    ["listFilesOnHold", "/request/query/limit"],
  ] as const) {
    expect(kindsAt(operation, at)).toContain("below the range");
    expect(kindsAt(operation, at)).not.toContain("above the range");
  }
});

test("breaks a condition: terms that are enabled and empty [BE-16]", () => {
  expect(kindsAt("createTermsOfService", "/request/body/text")).toContain("too short");
});

test("reaches each parameter that a schema limits", () => {
  const reached = new Set(cases.map(({ operation, at }) => `${operation.id} ${at.replace(/\/0$/, "").toLowerCase()}`));
  const missed = contract.operations.flatMap(({ id, parameters }) =>
    parameters
      .map((one) => `${id} /request/${one.in === "header" ? "headers" : one.in}/${one.name.toLowerCase()}`)
      .filter((key) => !reached.has(key)),
  );
  // Any text is right for an etag.
  expect(missed.filter((key) => !/\/if-(none-)?match$/.test(key))).toEqual([]);
});

test("reaches each property of each body, at any depth", () => {
  const missed = contract.operations.flatMap((operation) => {
    const reached = new Set(cases.filter((one) => one.operation === operation).map(({ at }) => at));
    return propertiesOf(operation)
      .filter((at) => !reached.has(`/request/body${at}`))
      .map((at) => [operation.id, at]);
  });
  expect(missed).toEqual([]);
});

test("breaks the security of each operation that needs a token", () => {
  const kinds = (id: string) => kindsAt(id, "/request/headers/authorization");
  const secured = contract.operations.filter((operation) => operation.secured);
  for (const { id } of secured) expect([id, ...kinds(id)]).toEqual([id, "no token", "another scheme"]);
  expect(kinds("refreshAccessToken")).toEqual([]);
});

test("sends a token server nothing undocumented, which it ignores by RFC 6749 [AU-6]", () => {
  const undocumented = new Set(cases.flatMap(({ kind, operation }) => (kind === "undocumented" ? operation.id : [])));
  const others = contract.operations.map(({ id }) => id).filter((id) => id !== "refreshAccessToken");
  expect(undocumented).toEqual(new Set(others));
});

test("leaves out no value that has a default, and sends no text to a list that may be a text", () => {
  const choice = { oneOf: [{ type: "string" }, { type: "array", items: { enum: ["a"] } }] };
  const properties = { size: { default: 1 }, name: { type: "string" } };
  const schema = { type: "object", required: ["size", "name"], properties };
  const parameters = [
    { name: "as", in: "query", required: true, schema: { type: "integer", default: 1 } },
    { name: "show", in: "query", schema: choice },
  ];
  const requestBody = { content: { "application/json": { schema } } };
  const post = { operationId: "addCrate", parameters, requestBody, responses: { 201: { description: "Added." } } };
  const other = createContract({ paths: { "/crates": { post } } });
  const sent = negativeCases(other, "token").map(({ kind, at }) => `${kind} ${at}`);
  expect(sent.filter((one) => one.startsWith("missing "))).toEqual(["missing /request/body/name"]);
  expect(sent.filter((one) => one.includes("/query/show"))).toEqual([]);
  const headers = { "content-type": "application/json" };
  const request = { method: "POST", path: "/crates?as=1&show=all", headers, body: '{"size":1,"name":"x"}' };
  expect(checkExchange({ request, response: { status: 201 } }, { contract: other })).toEqual([]);
});

test("sends no method that another path has, of which the sent one may be a record", () => {
  const responses = { 200: { description: "Done." } };
  const parameters = [{ name: "id", in: "path", required: true, schema: { type: "string" } }];
  const paths = { "/users/me": { get: { responses } }, "/users/{id}": { parameters, patch: { responses } } };
  const sent = negativeCases(createContract({ paths }), "token").map((one) => `${one.operation.id} ${one.kind}`);
  expect(sent).not.toContain("GET /users/me the method PATCH");
  expect(sent).toContain("GET /users/me the method HEAD");
});

/** Every property that the schemas of a body document, found from the bodies in the contract. */
function propertiesOf(operation: Operation): string[] {
  const media = operation.requestMedia;
  if (media?.schema === undefined) return [];
  const bodies = media.examples.map(({ value }) => value);
  return bodySites(contract, media.schema, bodies).flatMap(({ at, schema, body }) => {
    const value = valueAt(body, at);
    const names = isJsonObject(value) ? [...contract.propertiesOf(schema, value).keys()] : [];
    return names.map((name) => `${at}/${name}`);
  });
}
