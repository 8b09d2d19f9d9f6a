import { readFileSync } from "node:fs";
import { loadContract } from "content-service-contract";
import { describe, expect, test } from "vitest";
import type { Defect } from "../proof/defects/defect.js";
import { plantedDefects } from "../proof/defects/index.js";
import { fillPage, fingerprintOf, HEALTHY_RUNS, problemsOf, type Summary, sampled } from "../proof/results.js";
import { falseAlarms, tryKit } from "../proof/try-kit.js";

const contract = loadContract();
const defects = await plantedDefects(contract);
const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
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

describe("the committed proof", () => {
  // `npm run prove` writes it.
  const summary = JSON.parse(read("../proof/summary.json")) as Summary;

  test("is about the defects that are planted today", () => {
    if (fingerprintOf(defects) !== summary.fingerprint)
      expect.fail(`The proof is stale: the planted defects changed since ${summary.date} (run: npm run prove)`);
  });

  test("is what docs/proof.md shows", () => {
    const page = read("../../docs/proof.md");
    if (fillPage(page, summary) !== page)
      expect.fail("docs/proof.md differs from lab/proof/summary.json (run: npm run prove)");
  });

  test("has at least 97% found, only observable defects and no false alarm", () => {
    expect(problemsOf(summary)).toEqual([]);
    expect(summary.healthyRuns.runs).toBe(HEALTHY_RUNS);
  });
});
