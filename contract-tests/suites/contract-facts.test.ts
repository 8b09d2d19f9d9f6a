import { expect, test } from "vitest";
import { isJsonObject, type Json, loadContract } from "../src/index.js";
import { messageExamples, recordsIn } from "./contract-examples.js";

const contract = loadContract();

function parameter(operation: string, name: string) {
  const found = contract.operation(operation).parameters.find((one) => one.name === name);
  if (found === undefined) throw new Error(`${operation} has no parameter ${name}`);
  return found;
}

function examplesOf(operation: string, status: string) {
  const response = contract.operation(operation).responses.find((one) => one.status === status);
  return response?.content.flatMap(({ examples }) => examples.map(({ value }) => value)) ?? [];
}

test("a scope is global, an enterprise by its number, or in a path just enterprise [CO-3]", () => {
  const taken = (scope: string) => contract.validate(parameter("getFileMetadata", "scope").schema, scope).length === 0;
  expect(["global", "enterprise", "enterprise_7001"].map(taken)).toEqual([true, true, true]);
  expect(["", "Global", "enterprise_", "enterprise_x", "enterprise_7001/x", "xglobal"].some(taken)).toBe(false);
});

test("the token operation alone has an address of its own, and the other has the version in it [CO-6]", () => {
  const { operations } = contract;
  expect(operations.filter(({ server }) => server === "auth").map(({ id }) => id)).toEqual(["refreshAccessToken"]);
  expect(new Set(operations.map(({ serverUrl }) => serverUrl))).toEqual(
    new Set(["https://auth.content.example", "https://api.content.example/2.0"]),
  );
});

test("an instance has seven attributes of the system, and its parent is a file [BE-05]", () => {
  const instances = [...examplesOf("createFileMetadata", "201"), ...examplesOf("getFileMetadata", "200")];
  const system = ["$type", "$parent", "$id", "$version", "$typeVersion", "$template", "$scope"];
  expect(instances.length).toBeGreaterThan(1);
  for (const instance of instances) {
    expect(Object.keys(isJsonObject(instance) ? instance : {})).toEqual(expect.arrayContaining(system));
    expect(instance).toHaveProperty("$parent", expect.stringMatching(/^file_\d+$/));
  }
});

test("a shared link leads to a file, a folder or a web link, and the type says to which [BE-13]", () => {
  const types = examplesOf("findSharedItem", "200").map((item) => (isJsonObject(item) ? item["type"] : undefined));
  expect(new Set(types)).toEqual(new Set(["file", "folder", "web_link"]));
});

test("any limit from 1 to the 64-bit maximum is valid [LM-05]", () => {
  const valid = [1, 100, 101, 1_000_000, 2 ** 31, Number.MAX_SAFE_INTEGER, Number("9223372036854775807")];
  const invalid = [0, -1, 1.5, 2 ** 64, "20"];
  const limits = contract.operations.flatMap(({ parameters }) => parameters.filter(({ name }) => name === "limit"));
  expect(limits.length).toBeGreaterThan(6);
  const query = contract.operation("queryMetadata").requestBody?.content[0]?.schema ?? "";
  const asking = (limit: Json) => ({ from: "enterprise_7001.contract", ancestor_folder_id: "0", limit });
  const problems = (limit: Json) => [
    ...limits.map(({ schema }) => contract.validate(schema, limit)),
    contract.validate(query, asking(limit)),
  ];
  expect(valid.flatMap(problems).flat()).toEqual([]);
  expect(invalid.flatMap(problems)).not.toContainEqual([]);
});

test("a page of a query has 20 items unless asked, and its limit names 100 as the maximum [LM-04]", () => {
  expect(contract.document).toHaveProperty(
    "components.schemas.MetadataQuery.properties.limit",
    expect.objectContaining({ default: 20, description: expect.stringMatching(/maximum of the query, 100,/) }),
  );
});

test("an update of a file opens downloads or keeps them in the company [BE-04]", () => {
  const body = contract.operation("updateFile").requestBody?.content[0]?.schema ?? "";
  const taken = (can_download: string) => contract.validate(body, { permissions: { can_download } }).length === 0;
  expect(["open", "company", "Company", "none"].map(taken)).toEqual([true, true, false, false]);
});

test("a web link leads to an address with http or https, and to no other scheme [BE-25]", () => {
  const body = contract.operation("createWebLink").requestBody?.content[0]?.schema ?? "";
  const taken = (url: string) => contract.validate(body, { url, parent: { id: "0" } }).length === 0;
  expect(["http://example.com/", "https://example.com/a?b=c"].map(taken)).toEqual([true, true]);
  const others = [
    "ftp://example.com/",
    "javascript:alert(1)",
    "httpx://example.com",
    "//example.com",
    "example.com",
    "",
  ];
  expect(others.filter(taken)).toEqual([]);
});

test("an instance is not copied unless its template says so [BE-26]", () => {
  const flag = "properties.copyInstanceOnItemCopy";
  const schemas = "components.schemas";
  expect(contract.document).toHaveProperty(`${schemas}.MetadataTemplateCreate.${flag}.default`, false);
  const made = examplesOf("createMetadataTemplate", "201");
  expect(made).toMatchObject(made.map(() => ({ copyInstanceOnItemCopy: expect.any(Boolean) })));
});

test("a page of retentions says by what it is ordered [BE-28]", () => {
  const pages = examplesOf("listFileVersionRetentions", "200");
  const order = [{ by: expect.any(String), direction: expect.stringMatching(/^(ASC|DESC)$/) }];
  expect(pages).toContainEqual(expect.objectContaining({ order }));
  const page = contract.operation("listFileVersionRetentions").responses[0]?.content[0]?.schema ?? "";
  expect(contract.validate(page, { entries: [], limit: 1, order: [{ by: "id" }] })).not.toEqual([]);
});

test("an instance takes any key and value, since only the service knows the template [BE-06]", () => {
  const body = contract.operation("createFileMetadata").requestBody?.content[0]?.schema ?? "";
  expect(contract.validate(body, {})).toEqual([]);
  expect(contract.validate(body, { "any key": [1, { deep: null }], amount: 5, signed: true })).toEqual([]);
  expect(contract.validate(body, ["no object"])).not.toEqual([]);
});

test("says what is advised and what is not promised [LM-03] [LM-07]", () => {
  const text = JSON.stringify(contract.document).replaceAll("\\n", " ");
  expect(text).toMatch(/"can_view_path":\{[^}]*recommended maximum is 1,000/);
  expect(text).toMatch(/"order_by":\{[^}]*the order is undefined/);
});

test("every time in an example has an offset [CO-1]", () => {
  const records = messageExamples(contract).flatMap(recordsIn);
  const times = records.flatMap(({ at, record }) =>
    Object.entries(record).flatMap(([name, value]) =>
      name.endsWith("_at") && value !== null ? [{ at, name, value }] : [],
    ),
  );
  expect(times.length).toBeGreaterThan(40);
  expect(times.filter(({ value }) => !/T.*(Z|[+-]\d\d:\d\d)$/.test(String(value)))).toEqual([]);
});
