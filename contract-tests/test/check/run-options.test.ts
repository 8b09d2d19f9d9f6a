import { createContract } from "content-service-contract";
import { expect, test } from "vitest";
import { type RunOptions, runChecks } from "../../src/check/run-checks.js";
import type { CheckReport } from "../../src/report/report.js";
import { summaryText } from "../../src/report/summary-text.js";

const NAMES = ["listApples", "listPears", "listPlums"];
const listOf = (operationId: string) => ({
  get: {
    operationId,
    responses: {
      200: {
        description: "The names.",
        content: { "application/json": { schema: { type: "array", items: { type: "string" } } } },
      },
    },
  },
});
const contract = createContract({
  openapi: "3.1.0",
  info: { title: "Fruit", version: "1" },
  paths: Object.fromEntries(NAMES.map((name) => [`/${name}`, listOf(name)])),
});

/** Checks a service whose pears are numbers. */
function run(options: RunOptions = {}): Promise<CheckReport> {
  const fetch = async (url: string) => Response.json(url.endsWith("listPears") ? [1] : ["a"]);
  return runChecks({ baseUrl: "http://localhost:9", token: "", fetch }, { contract, ...options });
}

test("says in the last lines what the time limit left out", async () => {
  let nowMs = 0;
  const now = () => {
    nowMs += 100;
    return nowMs;
  };
  const report = await run({ now, maxDurationMs: 2_000 });
  expect(report.checks.filter(({ outcome }) => outcome === "skipped").length).toBeGreaterThan(2);
  expect(summaryText(report)).toMatch(/\nLeft out by --max-time: \d+ of \d+ checks\.\nCoverage/);
});

test("counts the coverage of the operations to check", async () => {
  const { coverage } = await run({ operations: ["listPlums", "listApples"] });
  expect(coverage.rows.map(({ operation }) => operation)).toEqual(["listApples", "listPlums"]);
  expect([coverage.documented, coverage.percent]).toEqual([6, 100]);
});
