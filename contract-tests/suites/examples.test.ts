import { describe, expect, test } from "vitest";
import { isJsonObject, loadContract } from "../src/index.js";
import { messageExamples, recordsIn, schemaExamples } from "./contract-examples.js";

const contract = loadContract();
const messages = messageExamples(contract);
const schemas = schemaExamples(contract);

describe.each(["open", "closed"] as const)("in the %s form", (shape) => {
  test.each(messages.map((example) => [example.at, example] as const))(
    "the example fits: %s",
    (_, { schema, value }) => {
      expect(contract.validate(schema, value, shape)).toEqual([]);
    },
  );

  test("every example inside of a schema fits that schema", () => {
    const faults = schemas.flatMap(({ at, schema, value }) =>
      contract.validate(schema, value, shape).map((fault) => ({ example: at, ...fault })),
    );
    expect(faults).toEqual([]);
    expect(schemas.length).toBeGreaterThan(100);
  });
});

describe("all examples together", () => {
  const records = messages.flatMap(recordsIn);

  test("call the same thing by the same name and login everywhere [CO-1]", () => {
    const known = new Map<string, unknown>();
    const others = records.flatMap(({ at, record }) =>
      ["name", "login", "policy_name"].flatMap((property) => {
        const key = `${record["type"]} ${record["id"]} ${property}`;
        if (record[property] === undefined) return [];
        if (!known.has(key)) known.set(key, record[property]);
        return known.get(key) === record[property] ? [] : [{ at, key, first: known.get(key), here: record[property] }];
      }),
    );
    expect(others).toEqual([]);
    expect(known.size).toBeGreaterThan(10);
  });

  test("ask for things that occur in the responses", () => {
    const ids = new Set(records.map(({ record }) => record["id"]));
    const asked = contract.operations.flatMap(({ parameters }) =>
      parameters.filter(({ name, example }) => name.endsWith("_id") && example !== undefined),
    );
    expect(
      asked.filter(({ example }) => !ids.has(example ?? null)).map(({ name, example }) => [name, example]),
    ).toEqual([]);
  });

  test("have a named example for every error code that the contract knows", () => {
    const used = messages.map(({ value }) => (isJsonObject(value) ? (value["code"] ?? value["error"]) : undefined));
    const codes = contract.operations.flatMap(({ responses }) => responses.flatMap(({ content }) => content));
    expect(codes.length).toBeGreaterThan(0);
    expect(knownCodes().filter((code) => !used.includes(code))).toEqual([]);
  });
});

function knownCodes(): string[] {
  const { components } = contract.document;
  const schemas = isJsonObject(components) ? components["schemas"] : undefined;
  const code = isJsonObject(schemas) ? schemas["ErrorCode"] : undefined;
  const branches = isJsonObject(code) && Array.isArray(code["anyOf"]) ? code["anyOf"] : [];
  return branches.flatMap((branch) => {
    const values = isJsonObject(branch) ? branch["enum"] : undefined;
    return Array.isArray(values) ? values.filter((value) => typeof value === "string") : [];
  });
}
