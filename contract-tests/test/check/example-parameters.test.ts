import { expect, test } from "vitest";
import { exampleParameters } from "../../src/check/session/target-input.js";
import { loadContract } from "../../src/contract/load-contract.js";

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
