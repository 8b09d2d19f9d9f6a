import { loadContract } from "content-service-contract";
import { createSandbox } from "content-service-sandbox";
import { expect, test } from "vitest";
import { planChecks, runChecks } from "../../src/check/run-checks.js";
import { exitCodeOf } from "../../src/report/report.js";
import { type Breaking, brokenTarget, checkBroken, foundIn } from "../support/check-broken.js";

const operations = ["getCurrentUser"];
const lost = () => Promise.reject(new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED") }));

test("a healthy sandbox has no findings and no errored checks", async () => {
  const report = await checkBroken((_, pass) => pass(), { closed: true });
  expect(foundIn(report)).toEqual([]);
  expect(report.checks.filter(({ outcome }) => outcome === "errored")).toEqual([]);
  // No assignment of the default seed has two old versions on hold, and the target has no other tokens.
  expect(report.checks.filter(({ outcome }) => outcome === "skipped").map(({ id }) => id.split("/")[0])).toEqual(
    expect.arrayContaining(["listFileVersionsOnHold"]),
  );
  const skipped = report.checks.filter(
    ({ outcome, reason }) => outcome === "skipped" && !/ token: give/.test(`${reason}`),
  );
  expect(skipped.length).toBeLessThanOrEqual(2);
  expect(report).toMatchObject({ source: "check", effects: "none", leftBehind: [] });
  expect(exitCodeOf(report)).toBe(0);
  expect(report.exchanges).toBeGreaterThan(report.checks.length);
  expect(JSON.parse(JSON.stringify(report))).toEqual(report);
});

test("checks every safe operation in the order of the contract, each check with a unique id", async () => {
  const contract = loadContract();
  const ids = planChecks(contract, await brokenTarget()).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const reading = contract.operations.filter(({ isSafe }) => isSafe).map(({ id }) => id);
  const checked = [...new Set(ids.map((id) => id.split("/")[0]))];
  expect(checked.filter((id) => id !== "refreshAccessToken")).toEqual(reading);
});

test("checks only the given operations, and rejects an unknown operation", async () => {
  const target = await brokenTarget();
  const report = await runChecks(target, { operations });
  expect(new Set(report.checks.map(({ operation }) => operation))).toEqual(new Set(operations));
  await expect(runChecks(target, { operations: ["getNobody"] })).rejects.toThrow(TypeError);
  await expect(runChecks({ ...target, baseUrl: "content.example" })).rejects.toThrow(TypeError);
});

test("runs checks that write only at their level of effects", async () => {
  const contract = loadContract();
  const target = await brokenTarget();
  const effectsOf = (effects: "none" | "undone" | "lasting") =>
    new Set(planChecks(contract, target, effects).map((check) => check.effects));
  expect(effectsOf("none")).toEqual(new Set(["none"]));
  expect(effectsOf("undone")).toEqual(new Set(["none", "undone"]));
  expect(effectsOf("lasting")).toEqual(new Set(["none", "undone", "lasting"]));
  expect(planChecks(contract, target, "lasting").at(-1)?.operation).toBe("refreshAccessToken");
});

test("an unreachable service ends the run after one request", async () => {
  let requests = 0;
  const report = await checkBroken(() => {
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
  const gone = await checkBroken((_, pass) => (++requests > 2 ? lost() : pass()), { operations });
  expect(gone.checks.filter(({ outcome }) => outcome === "errored")).toMatchObject([
    { reason: expect.stringContaining("Cannot reach") },
  ]);
  expect([foundIn(gone), exitCodeOf(gone)]).toEqual([[], 2]);
});

test("a token that every operation rejects ends the run without a finding", async () => {
  const target = { ...(await brokenTarget()), token: "a-wrong-token" };
  const report = await runChecks(target);
  expect(report.checks[0]).toMatchObject({ outcome: "errored", reason: "The service rejected the token (401)" });
  expect([foundIn(report), exitCodeOf(report)]).toEqual([[], 2]);
});

test.each([
  ["resets every connection", "response-complete", () => Promise.reject(new TypeError("read ECONNRESET"))],
  [
    "rejects the token, but no invented one",
    "call-succeeds",
    ({ headers }, pass) => {
      const isKnown = headers.get("authorization") === "Bearer token-admin";
      headers.set("authorization", `Bearer token-${isKnown ? "nobody" : "admin"}`);
      return pass();
    },
  ],
  ["responds with 500 to every call", "call-succeeds", () => Promise.resolve(new Response(null, { status: 500 }))],
  ["breaks every body off", "response-complete", async () => new Response(broken())],
] satisfies [string, string, Breaking][])("finds a service that %s", async (_, rule, breaking) => {
  const report = await checkBroken(breaking, { operations });
  expect(foundIn(report)).toContain(`getCurrentUser/succeeds ${rule}`);
  expect(exitCodeOf(report)).toBe(1);
});

function broken(): ReadableStream {
  return new ReadableStream({
    pull: (controller) => controller.error(new TypeError("terminated")),
  });
}

test("finds that one operation rejects a valid token", async () => {
  const report = await checkBroken(
    (sent, pass) => {
      if (sent.url.pathname.endsWith("/users/me")) sent.headers.delete("authorization");
      return pass();
    },
    { operations },
  );
  expect(foundIn(report)).toContain("getCurrentUser/succeeds call-succeeds");
});

test("an aborted run ends with the reason", async () => {
  const ending = new AbortController();
  const report = await checkBroken((_, pass) => pass(), {
    operations,
    signal: ending.signal,
    onProgress: (_, { done }) => {
      if (done === 2) ending.abort();
    },
  });
  expect(report.checks.slice(0, 4).map(({ outcome }) => outcome)).toEqual(["passed", "passed", "errored", "skipped"]);
  expect([report.checks[2]?.reason, exitCodeOf(report)]).toEqual(["The run was aborted", 2]);
});

test("waits for Retry-After after a 429 response, and retries the call", async () => {
  const delays: number[] = [];
  let requests = 0;
  const busy = () => {
    const body = { type: "error", status: 429, code: "rate_limit_exceeded", message: "Wait.", request_id: "" };
    const full = { ...body, context_info: null, help_url: "https://developer.content.example/errors" };
    return Promise.resolve(Response.json(full, { status: 429, headers: { "retry-after": "7" } }));
  };
  const wait = async (delayMs: number) => void delays.push(delayMs);
  const once = await checkBroken((_, pass) => (++requests === 2 ? busy() : pass()), { operations, wait });
  expect([delays, foundIn(once)]).toEqual([[7000], []]);
  const always = await checkBroken(() => busy(), { operations, wait });
  expect(delays).toEqual([7000, 7000, 7000, 7000]);
  expect([foundIn(always), exitCodeOf(always)]).toEqual([[], 2]);
  expect(always.checks[0]?.reason).toBe("The service limits the rate, after 3 waits too");
});

test("reports each finished check, and uses the given clock", async () => {
  const counts: string[] = [];
  let nowMs = Date.UTC(2026, 0, 1);
  const takes5Ms = (_: unknown, pass: () => Promise<Response>) => {
    nowMs += 5;
    return pass();
  };
  const report = await checkBroken(takes5Ms, {
    operations,
    now: () => nowMs,
    onProgress: ({ outcome }, { done, total }) => counts.push(`${outcome} ${done} of ${total}`),
  });
  expect([counts[0], counts.length]).toEqual([`passed 1 of ${report.checks.length}`, report.checks.length]);
  expect([report.startedAt, report.durationMs]).toEqual(["2026-01-01T00:00:00.000Z", 5 * report.exchanges]);
});

test("finds an undocumented redirect, and does not follow it", async () => {
  const report = await checkBroken(
    () => Promise.resolve(new Response(null, { status: 302, headers: { location: "https://elsewhere.example" } })),
    { operations },
  );
  expect(foundIn(report)).toContain("getCurrentUser/succeeds status-documented");
});

test("a target without ids and with few rights causes no false alarm", async () => {
  const { parameters: _, ...target } = await brokenTarget();
  const report = await runChecks({ ...target, token: "token-owner" });
  expect(foundIn(report)).toEqual([]);
  expect(report.checks.filter(({ outcome }) => outcome === "errored")).toEqual([]);
  const reasons = new Set(report.checks.map(({ reason }) => reason));
  expect(reasons).toContain(
    "The token may not call listCollaborationAllowlistEntries: give that of another user with --token",
  );
  expect(reasons).toContain("Missing query: give from and ancestor_folder_id in --parameters");
});

test("a healthy sandbox behind HTTP with another link header has no findings", async () => {
  const sandbox = await createSandbox({ brandHeader: "X-Links" });
  const server = await sandbox.listen();
  const { fetch: _, ...target } = { ...(await brokenTarget()), ...server, brandHeader: "X-Links" };
  const operations = ["findSharedItem", "getFileMetadata"];
  const report = await runChecks({ ...target, baseUrl: `${server.baseUrl}/` }, { operations, closed: true });
  await sandbox.close();
  expect(report.checks.filter(({ outcome }) => outcome !== "passed")).toEqual([]);
});
