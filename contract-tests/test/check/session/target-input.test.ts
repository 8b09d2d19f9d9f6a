import { expect, test } from "vitest";
import { exampleParameters, narrowedFields, targetInput } from "../../../src/check/session/target-input.js";
import { loadContract } from "../../../src/contract/load-contract.js";

const contract = loadContract();
const inputFor = (id: string, parameters: Record<string, string>, choice = {}) =>
  targetInput(contract, contract.operation(id), { baseUrl: "https://a.example", token: "t", parameters }, choice);

test("the target's ids stand in the place of the examples, those of one operation before those of all", () => {
  expect(inputFor("getTaskAssignment", { task_assignment_id: "7" })).toEqual({
    input: { path: { task_assignment_id: "7" } },
    known: true,
  });
  const both = { policy_id: "1", "listFileVersionLegalHolds.policy_id": "2" };
  expect(inputFor("listFileVersionLegalHolds", both).input.query).toEqual({ policy_id: "2" });
});

test("an id that was not given is that of the example, and not known", () => {
  expect(inputFor("getTaskAssignment", {})).toEqual({ input: { path: { task_assignment_id: "9201" } }, known: false });
});

test("optional parameters go along when the target gives them, or when they fit any service", () => {
  const { input } = inputFor("listFileVersionRetentions", { policy_id: "1" }, { optional: true });
  expect(Object.keys(input.query ?? {}).sort()).toEqual([
    "disposition_action",
    "disposition_after",
    "disposition_before",
    "limit",
    "offset",
    "policy_id",
  ]);
  expect(input.header).toBeUndefined();
});

test("fields goes along alone", () => {
  const { input } = inputFor(
    "listFilesOnHold",
    { legal_hold_policy_assignment_id: "1", "As-User": "2" },
    { fields: true },
  );
  expect([input.query, input.header]).toEqual([{ fields: ["size", "modified_at"] }, {}]);
});

test("a query about another template has none of the example's conditions", () => {
  const parameters = { from: "enterprise_1.other", ancestor_folder_id: "0" };
  expect(inputFor("queryMetadata", parameters)).toEqual({ input: { body: parameters }, known: true });
  expect(inputFor("queryMetadata", { from: "enterprise_1.other" }).known).toBe(false);
});

test("gives the ids of the examples, with the operation before a name that stands for two things", () => {
  const found = exampleParameters(loadContract());
  expect(found).toMatchObject({
    file_id: "4001",
    from: "enterprise_7001.contract",
    policy_id: "8001",
    "listFileVersionRetentions.policy_id": "8501",
  });
  expect(Object.keys(found).filter((name) => /as-user|if-|marker/i.test(name))).toEqual([]);
});

test("fields lists what a narrowed record of the operation has", () => {
  const fieldsOf = (id: string) => narrowedFields(contract, contract.operation(id));
  expect(fieldsOf("listLegalHoldPolicyAssignments")).toEqual(["assigned_to"]);
  expect(fieldsOf("restoreFolder")).toEqual(["item_status", "trashed_at", "parent"]);
  expect(fieldsOf("getTaskAssignment")).toBeUndefined();
});
