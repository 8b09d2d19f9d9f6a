import { readFileSync } from "node:fs";
import { loadContract } from "content-service-contract";
import type { FindingRule } from "content-service-contract-tests";
import { describe, expect, test } from "vitest";
import { plantedDefects } from "../proof/defects/index.js";
import { HEALTHY_RUNS, pageFigures, problemsOf, type Summary } from "../proof/results.js";
import { withFigures } from "../support/figures.js";

const contract = loadContract();
const defects = await plantedDefects(contract);
const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");

/** Every rule, and whether a service can violate it. Requests are the client's. */
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
  // Planted in test/check/wire.test.ts and test/rules/error-rules.test.ts.
  "error-consistent": false,
  "error-discreet": false,
  "request-ids-differ": false,
  "standard-representation": true,
  "fully-checked": false,
  "call-succeeds": true,
  // A planted defect changes a whole response; test/check/transport.slow.test.ts breaks responses off.
  // The operator's word; contract-tests/test/check/reads/expected-records.test.ts.
  "expected-record": false,
  "response-complete": false,
  "wrong-request-rejected": true,
  "token-required": true,
  "caller-respected": true,
  "method-rejected": true,
  "list-complete": true,
  "list-without-duplicates": true,
  "list-ends": true,
  "list-order": true,
  "filter-respected": true,
  "query-respected": true,
  "consistent-records": true,
  "marker-respected": true,
  "offset-respected": true,
  "limit-respected": true,
  "precondition-respected": true,
  "state-kept": true,
  "refresh-token-single-use": true,
  "token-response": true,
};

test("every planted defect has an id of its own", () => {
  expect(new Set(defects.map(({ id }) => id)).size).toBe(defects.length);
});

test("every operation has defects, and every rule that a service can violate", () => {
  expect(new Set(defects.map(({ operation }) => operation))).toEqual(new Set(contract.operations.map(({ id }) => id)));
  const breakable = Object.entries(rules).flatMap(([rule, breaks]) => (breaks ? [rule] : []));
  expect(new Set(defects.map(({ rule }) => rule))).toEqual(new Set(breakable));
});

describe("the committed proof", () => {
  // `npm run lab -- proof` writes it.
  const summary = JSON.parse(read("../proof/summary.json")) as Summary;

  test("is what docs/proof.md shows", () => {
    const page = read("../../docs/proof.md");
    if (withFigures(page, pageFigures(summary)) !== page)
      expect.fail("docs/proof.md differs from lab/proof/summary.json (run: npm run lab -- proof)");
  });

  test("has at least 97% found, only observable defects and no false alarm", () => {
    expect(problemsOf(summary)).toEqual([]);
    expect(summary.healthyRuns.runs).toBe(HEALTHY_RUNS);
  });
});
