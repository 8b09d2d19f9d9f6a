import { readFileSync } from "node:fs";
import { loadContract } from "content-service-contract";
import type { FindingRule } from "content-service-contract-tests";
import { describe, expect, it, test } from "vitest";
import { RULES } from "../../contract-tests/src/report/report.js";
import { allSteps } from "../../scripts/steps.js";
import { plantedDefects } from "../proof/defects/index.js";
import { services } from "../services/services.js";

const contract = loadContract();
const defects = await plantedDefects(contract);

/** The rules that no planted defect violates: those of requests, which are the client's, and those that other tests break. */
const NOT_PLANTED: readonly FindingRule[] = [
  ...(["operation-known", "method-allowed", "request-parameter", "request-content-type", "request-body"] as const),
  ...(["request-security", "fully-checked"] as const),
  // contract/test/rules/service-responses.test.ts and contract-tests/test/check/errors-and-wire.slow.test.ts.
  ...(["error-consistent", "error-discreet", "request-ids-differ"] as const),
  // A planted defect changes a whole response; contract-tests/test/check/transport.slow.test.ts breaks responses off.
  "response-complete",
  // The operator's word; contract-tests/test/check/reads/expected-records.test.ts.
  "expected-record",
];

test("every planted defect has an id of its own", () => {
  expect(new Set(defects.map(({ id }) => id)).size).toBe(defects.length);
});

test("every operation has defects, and every rule that a service can violate", () => {
  expect(new Set(defects.map(({ operation }) => operation))).toEqual(new Set(contract.operations.map(({ id }) => id)));
  const planted = new Set<string>([...defects.map(({ rule }) => rule), ...NOT_PLANTED]);
  expect(planted).toEqual(new Set(Object.keys(RULES)));
  expect(defects.filter(({ rule }) => NOT_PLANTED.includes(rule))).toEqual([]);
});

test("the sample of `npm run test:all` has a defect of each kind", () => {
  const kinds = new Set(defects.map(({ category }) => category));
  expect(allSteps["proof"]?.split(" ").at(-1)).toBe(String(kinds.size));
});

describe.each(services)("the $name service", (service) => {
  it("has a place for each of its 20 defects, and no others", () => {
    const source = readFileSync(new URL(`../services/${service.name}.ts`, import.meta.url), "utf8");
    const placed = new Set([...source.matchAll(/has\("([^"]+)"\)/g)].map(([, id]) => id));
    expect([...placed].toSorted()).toEqual(Object.keys(service.defects).toSorted());
    expect(placed.size).toBe(20);
    expect(() => service.create({ defect: "another", now: Date.now })).toThrow(
      `The ${service.name} has no defect another`,
    );
  });
});
