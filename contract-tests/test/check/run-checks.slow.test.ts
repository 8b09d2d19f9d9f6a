import { loadContract } from "content-service-contract";
import { expect, test } from "vitest";
import { planChecks, runChecks } from "../../src/check/run-checks.js";
import { sandboxTarget } from "../../src/check/sandbox-target.js";
import { exitCodeOf } from "../../src/report/report.js";
import { type Misbehave, requests, runAllOn, type Sent } from "../support/defects.js";

const contract = loadContract();
const operations = ["getCurrentUser"];
const target = { ...sandboxTarget(), baseUrl: "https://api.content.example/2.0" };
const lost = () => Promise.reject(new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED") }));

test("a healthy sandbox has no findings and no errored checks", async () => {
  const options = { closed: true, listed: true, concurrency: 8 };
  const { rules, found, messages, sandbox, ...report } = await runAllOn(undefined, options);
  expect(found).toEqual([]);
  expect(report.checks.filter(({ outcome }) => outcome === "errored")).toEqual([]);
  const skipped = report.checks.filter(({ outcome }) => outcome === "skipped");
  const missing = skipped.filter(({ reason }) => !/ token: give/.test(`${reason}`));
  expect(missing, "Give the ids and facts in contract-tests/src/check/sandbox-target.ts").toEqual([]);
  expect(report).toMatchObject({ source: "check", effects: "none", leftBehind: [] });
  expect(exitCodeOf(report)).toBe(0);
  expect(report.exchanges).toBeGreaterThan(report.checks.length);
  expect(JSON.parse(JSON.stringify(report))).toEqual(report);
});

test("checks every safe operation in the order of the contract, each check with a unique id", () => {
  const all = planChecks(contract, target, "lasting").map(({ id }) => id);
  expect(new Set(all).size).toBe(all.length);
  const ids = planChecks(contract, target).map(({ id }) => id);
  const reading = contract.operations.filter(({ isSafe }) => isSafe).map(({ id }) => id);
  expect([...new Set(ids.map((id) => id.split("/")[0]))].filter((id) => id !== "refreshAccessToken")).toEqual(reading);
});

test("checks only the given operations, and rejects an unknown operation", async () => {
  const { checks } = await runAllOn(undefined, { operations });
  expect(new Set(checks.map(({ operation }) => operation))).toEqual(new Set(operations));
  await expect(runChecks(target, { operations: ["getNobody"] })).rejects.toThrow(TypeError);
  await expect(runChecks({ ...target, baseUrl: "content.example" })).rejects.toThrow(TypeError);
});

test("runs checks that write only at their level of effects", () => {
  const effectsOf = (effects: "none" | "undone" | "lasting") =>
    new Set(planChecks(contract, target, effects).map((check) => check.effects));
  expect(effectsOf("none")).toEqual(new Set(["none"]));
  expect(effectsOf("undone")).toEqual(new Set(["none", "undone"]));
  expect(effectsOf("lasting")).toEqual(new Set(["none", "undone", "lasting"]));
  expect(planChecks(contract, target, "lasting").at(-1)?.operation).toBe("refreshAccessToken");
});

test("an unreachable service ends the run after one request", async () => {
  let requests = 0;
  const report = await runAllOn(() => {
    requests += 1;
    return lost();
  });
  const [first, ...others] = report.checks;
  expect(requests).toBe(1);
  expect(first).toMatchObject({
    outcome: "errored",
    reason: "Cannot reach https://sandbox.invalid/2.0/users/me: fetch failed (connect ECONNREFUSED)",
  });
  expect(new Set(others.map(({ outcome }) => outcome))).toEqual(new Set(["skipped"]));
  expect(others[0]?.reason).toContain("Cannot reach");
  expect(exitCodeOf(report)).toBe(2);
});

test("a service that stops responding ends the run", async () => {
  let requests = 0;
  const gone = await runAllOn((sent) => (++requests > 2 ? lost() : sent.forward()), { operations });
  expect(gone.checks.filter(({ outcome }) => outcome === "errored")).toMatchObject([
    { reason: expect.stringContaining("Cannot reach") },
  ]);
  expect([gone.found, exitCodeOf(gone)]).toEqual([[], 2]);
});

test("a token that every operation rejects ends the run without a finding", async () => {
  const report = await runAllOn(undefined, { target: { token: "a-wrong-token" } });
  expect(report.checks[0]).toMatchObject({ outcome: "errored", reason: "The service rejected the token (401)" });
  expect([report.found, exitCodeOf(report)]).toEqual([[], 2]);
});

const TOKEN = "Bearer token-admin";

const swapped = (token = "") => (token === TOKEN ? "Bearer token-nobody" : TOKEN);
const leftOut = ({ path, headers }: Sent) => (path.startsWith("/users/me") ? undefined : headers["authorization"]);

test.each<[defect: string, change: (sent: Sent) => string | undefined]>([
  ["rejects the token, but no invented one", ({ headers }) => swapped(headers["authorization"])],
  ["rejects the token in one operation", leftOut],
])("finds a service that %s", async (_, change) => {
  const misbehave = requests((sent) => ({ headers: { authorization: change(sent) } }));
  const report = await runAllOn(misbehave, { operations });
  expect(report.found).toContain("getCurrentUser/succeeds call-succeeds");
  expect(exitCodeOf(report)).toBe(1);
});

test("an aborted run ends with the reason", async () => {
  const ending = new AbortController();
  const onProgress = (_: unknown, { done }: { done: number }) => {
    if (done === 2) ending.abort();
  };
  const report = await runAllOn(undefined, { operations, signal: ending.signal, onProgress });
  expect(report.checks.slice(0, 4).map(({ outcome }) => outcome)).toEqual(["passed", "passed", "errored", "skipped"]);
  expect([report.checks[2]?.reason, exitCodeOf(report)]).toEqual(["The run was aborted", 2]);
});

test("reports each finished check, and uses the given clock", async () => {
  const counts: string[] = [];
  let nowMs = Date.UTC(2026, 0, 1);
  const takes5Ms: Misbehave = (sent) => {
    nowMs += 5;
    return sent.forward();
  };
  const report = await runAllOn(takes5Ms, {
    operations,
    now: () => nowMs,
    onProgress: ({ outcome }, { done, total }) => counts.push(`${outcome} ${done} of ${total}`),
  });
  expect([counts[0], counts.length]).toEqual([`passed 1 of ${report.checks.length}`, report.checks.length]);
  expect([report.startedAt, report.durationMs]).toEqual(["2026-01-01T00:00:00.000Z", 5 * report.exchanges]);
});
