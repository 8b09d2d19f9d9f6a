import { loadContract } from "content-service-contract";
import { expect, test } from "vitest";
import { exampleParameters, narrowedFields, targetInput } from "../../../src/check/session/target-input.js";
import { shelves } from "../../support/shelves.js";

const contract = loadContract();
const inputFor = (id: string, parameters: Record<string, string>, choice = {}) =>
  targetInput(contract, contract.operation(id), { baseUrl: "https://a.example", token: "t", parameters }, choice);

test("the target's ids replace those of the examples; an operation's own id comes first", () => {
  const own = { task_assignment_id: "7" };
  expect(inputFor("getTaskAssignment", own)).toEqual({ input: { path: own }, known: true });
  const both = { policy_id: "1", "listFileVersionLegalHolds.policy_id": "2" };
  expect(inputFor("listFileVersionLegalHolds", both).input.query).toEqual({ policy_id: "2" });
});

test("a missing id comes from the example and is not known", () => {
  expect(inputFor("getTaskAssignment", {})).toEqual({ input: { path: { task_assignment_id: "9201" } }, known: false });
});

test("a default never selects the record of a write, where no fact says which one it changes", () => {
  const parameters = { book_id: "7", "changeBook.shelf_id": "3" };
  const of = (id: string) =>
    targetInput(shelves, shelves.operation(id), { baseUrl: "https://a.example", token: "t", parameters }).input.path;
  expect(of("readBook")).toMatchObject({ book_id: "7" });
  expect(of("changeBook")).toEqual({ shelf_id: "3", book_id: expect.not.stringMatching("7") });
});

test("sends optional parameters that the target gives or that are valid in any service", () => {
  const { input } = inputFor("listFileVersionRetentions", { policy_id: "1" }, { optional: true });
  const dispositions = ["disposition_action", "disposition_after", "disposition_before"];
  expect(Object.keys(input.query ?? {}).sort()).toEqual([...dispositions, "limit", "offset", "policy_id"]);
  expect(input.header).toBeUndefined();
});

test("sends fields without other optional parameters", () => {
  const parameters = { legal_hold_policy_assignment_id: "1", "As-User": "2" };
  const { input } = inputFor("listFilesOnHold", parameters, { fields: true });
  expect([input.query, input.header]).toEqual([{ fields: ["size", "modified_at"] }, undefined]);
});

test("a query of another template has none of the example's conditions", () => {
  const parameters = { from: "enterprise_1.other", ancestor_folder_id: "0" };
  expect(inputFor("queryMetadata", parameters)).toEqual({ input: { body: parameters }, known: true });
  expect(inputFor("queryMetadata", { from: "enterprise_1.other" }).known).toBe(false);
});

test("returns the ids of the examples, with the operation's name for an ambiguous id", () => {
  const found = exampleParameters(loadContract());
  expect(found).toMatchObject({
    file_id: "4001",
    from: "enterprise_7001.contract",
    policy_id: "8001",
    "listFileVersionRetentions.policy_id": "8501",
  });
  expect(Object.keys(found).filter((name) => /as-user|if-|marker/i.test(name))).toEqual([]);
});

test("fields lists the attributes of the operation's narrowed example", () => {
  const fieldsOf = (id: string) => narrowedFields(contract, contract.operation(id));
  expect(fieldsOf("listLegalHoldPolicyAssignments")).toEqual(["assigned_to"]);
  expect(fieldsOf("restoreFolder")).toEqual(["item_status", "trashed_at", "parent"]);
  expect(fieldsOf("getTaskAssignment")).toBeUndefined();
});
