import { expect, test } from "vitest";
import { narrowedFields } from "../../src/check/session/target-input.js";
import { loadContract } from "../../src/contract/load-contract.js";

const contract = loadContract();

test("fields lists what a narrowed record of the operation has", () => {
  const fieldsOf = (id: string) => narrowedFields(contract, contract.operation(id));
  expect(fieldsOf("listLegalHoldPolicyAssignments")).toEqual(["assigned_to"]);
  expect(fieldsOf("restoreFolder")).toEqual(["item_status", "trashed_at", "parent"]);
  expect(fieldsOf("getTaskAssignment")).toBeUndefined();
});
