import { loadContract } from "content-service-contract";
import { describe, expect, test } from "vitest";
import type { Defect } from "../proof/defects/defect.js";
import { plantedDefects } from "../proof/defects/index.js";
import { fingerprintOf, sampled } from "../proof/results.js";
import committed from "../proof/summary.json" with { type: "json" };
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

test("the committed proof is about the defects that are planted today", () => {
  const message = `The proof is stale: the planted defects changed since ${committed.date} (run: npm run lab -- proof)`;
  expect(fingerprintOf(defects), message).toBe(committed.fingerprint);
});
