import { expect, test } from "vitest";
import { type RunOptions, runChecks } from "../../src/check/run-checks.js";
import { jsonReport } from "../../src/report/json-report.js";
import { mergeReports } from "../../src/report/merge-reports.js";
import { type CheckReport, type CheckResult, exitCodeOf } from "../../src/report/report.js";
import { summaryText } from "../../src/report/summary-text.js";
import { PEOPLE } from "../support/principle-runs.js";
import { createRooms, rooms } from "../support/rooms.js";
import { contractOf } from "../support/service.js";

const NAMES = ["listApples", "listPears", "listPlums"];
const json = { content: { "application/json": { schema: { type: "array", items: { type: "string" } } } } };
const responses = { 200: { description: "The names.", ...json } };
const contract = contractOf(
  Object.fromEntries(NAMES.map((name) => [`/${name}`, { get: { operationId: name, responses } }])),
);

/** Checks a service whose pears are numbers. */
function run(options: RunOptions = {}): Promise<CheckReport> {
  const fetch = async (url: string) => Response.json(url.endsWith("listPears") ? [1] : ["a"]);
  return runChecks({ baseUrl: "http://localhost:9", token: "", fetch }, { contract, ...options });
}

test("says in the last lines what the time limit left out", async () => {
  let calls = 0;
  const report = await run({ now: () => 100 * calls++, maxDurationMs: 2_000 });
  expect(report.checks.filter(({ outcome }) => outcome === "skipped").length).toBeGreaterThan(2);
  expect(summaryText(report)).toMatch(/\nLeft out by --max-time: \d+ of \d+ checks\.\nCoverage/);
});

test("counts the coverage of the operations to check", async () => {
  const { coverage } = await run({ operations: ["listPlums", "listApples"] });
  expect(coverage.rows.map(({ operation }) => operation)).toEqual(["listApples", "listPlums"]);
  expect([coverage.documented, coverage.percent]).toEqual([6, 100]);
});

test("with failFast ends after the first failed check, and says what it left out", async () => {
  const { checks } = await run();
  const report = await run({ failFast: true });
  const outcomes = report.checks.map(({ outcome }) => outcome);
  const first = outcomes.indexOf("failed");
  expect(outcomes.slice(0, first)).toEqual(checks.slice(0, first).map(({ outcome }) => outcome));
  expect(new Set(outcomes.slice(first + 1))).toEqual(new Set(["skipped"]));
  const left = outcomes.length - first - 1;
  expect(summaryText(report)).toContain(`Left out by --fail-fast: ${left} of ${outcomes.length} checks.`);
  expect(exitCodeOf(report)).toBe(1);
});

async function shards(options: RunOptions = {}) {
  const reports = [1, 2].map(async (index) => jsonReport(await run({ ...options, shard: { index, total: 2 } })));
  return (await Promise.all(reports)).map((report, index) => ({
    name: `${index + 1}.json`,
    value: JSON.parse(JSON.stringify(report)),
  }));
}

test("shards run each check once, all of an operation together, and merge to the report of the whole run", async () => {
  const whole = await run();
  const both = await shards();
  const [one, two] = both.map(({ value }) => new Set(value.checks.map(({ operation }: CheckResult) => operation)));
  expect([one?.size, two?.size].sort()).toEqual([1, 2]);
  const merged = mergeReports(both.toReversed());
  const sorted = ({ checks }: CheckReport) =>
    checks.map(({ id, outcome, findings }) => [id, outcome, findings.length].join()).sort();
  expect(sorted(merged)).toEqual(sorted(whole));
  expect(merged.coverage).toEqual(whole.coverage);
  expect(merged.exchanges).toBe(whole.exchanges);
  const found = merged.checks.flatMap(({ findings }) => findings).find(({ rule }) => rule === "response-body");
  expect(found?.exchange.response.body).toBe("[1]");
  expect(merged.shard).toBeUndefined();
});

test("merge says which shard is missing, comes twice or is of another run", async () => {
  const [one, two] = await shards();
  const [other] = await shards({ operations: ["listPears", "listPlums"] });
  const whole = { name: "whole.json", value: JSON.parse(JSON.stringify(jsonReport(await run()))) };
  if (one === undefined || two === undefined || other === undefined) throw new Error("Expected the reports of shards");
  expect(() => mergeReports([one])).toThrow("The report of shard 2/2 is missing");
  expect(() => mergeReports([one, two, one])).toThrow("1.json and 1.json are both of shard 1/2");
  expect(() => mergeReports([other, two])).toThrow("1.json and 2.json have different contracts, options or numbers");
  expect(() => mergeReports([one, whole])).toThrow("whole.json is not the report of a shard");
  expect(() => mergeReports([{ name: "x.json", value: {} }])).toThrow("x.json is not a JSON report");
});

test("gives a record of its own the value that the target has for a property of a creation", async () => {
  const target = { baseUrl: "http://127.0.0.1:9", token: "admin", callers: PEOPLE, fetch: createRooms() };
  const parameters = { "createBooking.minutes": "45" };
  const checks = ["createBooking/created-is-found"];
  const options = { contract: rooms, effects: "lasting", trace: true, checks } as const;
  const { trace = [] } = await runChecks({ ...target, parameters }, options);
  const sent = trace.flatMap(({ exchange: { request, response } }) =>
    response.status === 201 && request.body?.includes("starts_at") ? [JSON.parse(request.body).minutes] : [],
  );
  // A minimal body leaves it out.
  expect([...new Set(sent)].filter((one) => one !== undefined)).toEqual([45]);
});

test("rejects an unknown fact of a caller before any call", async () => {
  const callers = [{ name: "a guest", token: "guest", facts: Object({ role: "guest" }) }];
  const target = { baseUrl: "http://127.0.0.1:9", token: "admin", callers, fetch: () => expect.unreachable() };
  const message = "Unknown fact role of a guest; the facts are id, roles, tenant,";
  await expect(runChecks(target, { contract: rooms })).rejects.toThrow(message);
});

test.each([
  ["createRoom/author-is-caller", "The calls showed nothing to compare"],
  ["createPass/values-kept", "createPass never succeeded (403)"],
  ["deletePass/removed-is-gone", "deletePass was not called"],
])("says why %s has nothing to compare: %s", async (check, reason) => {
  const callers = [{ name: "a guest", token: "guest", facts: {} }];
  const target = { baseUrl: "http://127.0.0.1:9", token: "admin", callers, fetch: createRooms() };
  const report = await runChecks(target, { contract: rooms, effects: "lasting", checks: [check] });
  expect(report.checks).toMatchObject([{ outcome: "skipped", reason }]);
});
