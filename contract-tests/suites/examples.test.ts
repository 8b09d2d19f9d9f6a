import { arrayAt, isJsonObject, loadContract, objectAt, stringsAt } from "content-service-contract";
import { expect, test } from "vitest";
import { messageExamples, recordsIn, schemaExamples } from "./contract-examples.js";

const contract = loadContract();
const messages = messageExamples(contract);
const schemas = schemaExamples(contract);

test.each(["open", "closed"] as const)("every example fits its schema in the %s form", (shape) => {
  const faults = [...messages, ...schemas].flatMap(({ at, schema, value }) =>
    contract.validate(schema, value, shape).map((fault) => ({ example: at, ...fault })),
  );
  expect(faults).toEqual([]);
  expect([messages.length > 100, schemas.length > 100]).toEqual([true, true]);
});

test("the examples of parameters are ids of records in the responses", () => {
  const ids = new Set(messages.flatMap(recordsIn).map(({ record }) => record["id"]));
  const asked = contract.operations.flatMap(({ parameters }) =>
    parameters.filter(({ name, example }) => name.endsWith("_id") && example !== undefined),
  );
  expect(asked.filter(({ example }) => !ids.has(example ?? null)).map(({ name }) => name)).toEqual([]);
});

test("every error code has a named example", () => {
  const used = messages.map(({ value }) => (isJsonObject(value) ? (value["code"] ?? value["error"]) : undefined));
  const code = objectAt(objectAt(objectAt(contract.document, "components"), "schemas"), "ErrorCode");
  const known = arrayAt(code, "anyOf").flatMap((branch) => (isJsonObject(branch) ? stringsAt(branch, "enum") : []));
  expect(known.length).toBeGreaterThan(10);
  expect(known.filter((one) => !used.includes(one))).toEqual([]);
});

test("the contract says what is advised and what is not promised [LM-03] [LM-07]", () => {
  const text = JSON.stringify(contract.document).replaceAll("\\n", " ");
  expect(text).toMatch(/"can_view_path":\{[^}]*recommended maximum is 1,000/);
  expect(text).toMatch(/"order_by":\{[^}]*the order is undefined/);
});
