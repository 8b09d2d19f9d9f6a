import { loadContract } from "content-service-contract";
import { describe, expect, test } from "vitest";
import { read } from "../../support/repository.js";
import type { Defect } from "../proof/defects/defect.js";
import { plantedDefects } from "../proof/defects/index.js";
import { fingerprintOf, sampled } from "../proof/results.js";
import { falseAlarms, tryKit } from "../proof/try-kit.js";

const contract = loadContract();
const defects = await plantedDefects(contract);
const categories = new Set(defects.map(({ category }) => category)).size;
const sample = sampled(defects, categories);

describe("one defect of each kind is found by the expected rule", () => {
  test.each(sample.map((defect) => [defect.category, defect.describe, defect] as const))(
    "%s: %s",
    async (_, __, defect) => {
      expect(await tryKit(contract, defect)).toMatchObject({ outcome: "found" });
    },
  );
});

test("a healthy sandbox has no findings", async () => {
  const [first] = defects;
  if (first === undefined) throw new Error("Expected at least one defect");
  const none: Defect = { ...first, plant: () => (call) => call.healthy() };
  expect(await tryKit(contract, none)).toEqual({ outcome: "missed", by: [] });
  expect(await falseAlarms(contract, 1)).toEqual({ runs: 1, findings: 0, errored: 0 });
});

test("docs/proof.md is about the defects that are planted today", () => {
  const message = "The page is stale: the planted defects have changed (run: npm run lab -- proof)";
  expect(read("docs/proof.md"), message).toContain(`<!-- defects ${fingerprintOf(defects)} -->`);
});
