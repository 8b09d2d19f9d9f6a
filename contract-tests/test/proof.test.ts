import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Defect } from "../proof/defect.js";
import { plantedDefects } from "../proof/defects/index.js";
import { falseAlarms } from "../proof/false-alarms.js";
import { fillPage } from "../proof/proof-page.js";
import { sampled } from "../proof/sampled.js";
import { tryKit } from "../proof/try-kit.js";
import type { Proof } from "../proof/verdict.js";
import { loadContract } from "../src/index.js";
import type { FindingRule } from "../src/report/report.js";

const contract = loadContract();
const defects = await plantedDefects(contract);
const pageUrl = new URL("../../docs/proof.md", import.meta.url);
const resultsUrl = new URL("../proof/results.json", import.meta.url);

/** Every rule, and whether it is a service that breaks it: requests are broken by whoever sends them. */
const rules: Readonly<Record<FindingRule, boolean>> = {
  "operation-known": false,
  "method-allowed": false,
  "request-parameter": false,
  "request-content-type": false,
  "request-body": false,
  "request-security": false,
  "status-documented": true,
  "response-content-type": true,
  "response-header": true,
  "response-body": true,
  "response-body-closed": true,
  "response-empty": true,
  "response-json": true,
  "standard-representation": true,
  "call-succeeds": true,
  "wrong-request-refused": true,
  "token-required": true,
  "method-refused": true,
  "list-complete": true,
  "list-repeats-nothing": true,
  "list-ends": true,
  "marker-heeded": true,
  "offset-heeded": true,
  "limit-heeded": true,
  "precondition-heeded": true,
  "state-kept": true,
  "refresh-token-single-use": true,
};

test("at least 200 defects are planted, each with an id of its own", () => {
  expect(defects.length).toBeGreaterThanOrEqual(200);
  expect(new Set(defects.map(({ id }) => id)).size).toBe(defects.length);
});

test("every operation gets defects, and every rule that a service can break", () => {
  expect(new Set(defects.map(({ operation }) => operation))).toEqual(new Set(contract.operations.map(({ id }) => id)));
  const breakable = Object.entries(rules).flatMap(([rule, breaks]) => (breaks ? [rule] : []));
  expect(new Set(defects.map(({ rule }) => rule))).toEqual(new Set(breakable));
});

const categories = new Set(defects.map(({ category }) => category)).size;
/** Nobody can have a token end when they want it to. */
const unseen = new Set(["expired token accepted"]);
const sample = sampled(defects, categories).filter(({ category }) => !unseen.has(category));

describe("one defect of each kind is found by the rule that should", () => {
  test.each(sample.map((defect) => [defect.category, defect.describe, defect] as const))(
    "%s: %s",
    async (_, __, defect) => {
      expect(await tryKit(contract, defect)).toMatchObject({ outcome: "found" });
    },
  );
});

test("nothing is found where nothing is wrong", async () => {
  const [first] = defects;
  if (first === undefined) throw new Error("There are no defects");
  const none: Defect = { ...first, plant: () => (call) => call.healthy() };
  expect(await tryKit(contract, none)).toEqual({ outcome: "missed", by: [] });
  expect(await falseAlarms(contract, 1)).toEqual({ runs: 1, findings: 0, failed: 0 });
});

describe("the page", () => {
  // The program that makes the page has written it.
  const proof = JSON.parse(readFileSync(resultsUrl, "utf8")) as Proof;

  test("tells of the defects that are planted today, and of nothing else than the last run", () => {
    const planted = defects.map(({ id, rule, category, describe: says }) => ({ id, rule, category, describe: says }));
    expect(proof.results).toMatchObject(planted);
    expect(proof.results).toHaveLength(planted.length);
    const page = readFileSync(pageUrl, "utf8");
    expect(fillPage(page, proof)).toBe(page);
  });

  test("tells of at least 97 % found, of no defect that is none, and of no false alarm in 20 runs", () => {
    const found = proof.results.filter(({ kit }) => kit.outcome === "found").length;
    expect(found / proof.results.length).toBeGreaterThanOrEqual(0.97);
    expect(proof.results.filter(({ real }) => !real)).toEqual([]);
    expect(proof.healthyRuns).toMatchObject({ runs: 20, findings: 0, failed: 0 });
  });
});
