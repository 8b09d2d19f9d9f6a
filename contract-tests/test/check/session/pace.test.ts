import { createContract } from "content-service-contract";
import { expect, test } from "vitest";
import { createPace } from "../../../src/check/session/pace.js";
import { exitCodeOf, type RunOptions, runChecks, summaryText } from "../../../src/index.js";

const get = (id: string) => ({
  get: { operationId: id, responses: { 200: { description: "", content: { "application/json": {} } } } },
});
const contract = createContract({
  openapi: "3.1.0",
  info: {},
  paths: {
    ...{ "/a": get("a"), "/b": get("b"), "/c": get("c") },
    "/d": { post: { operationId: "d", responses: { 200: { description: "" } } } },
  },
});

/** Runs all checks against a service, with a clock that only waits and responses move. */
async function runOn(
  respond: (path: string, nowMs: number) => Response | undefined | Promise<Response | undefined>,
  options: RunOptions = {},
) {
  let nowMs = 0;
  const delays: number[] = [];
  const fetch = async (url: string, { method }: RequestInit) => {
    nowMs += 1;
    const { pathname } = new URL(url);
    const isKnown = /^\/[a-d]$/.test(pathname) && method === (pathname === "/d" ? "POST" : "GET");
    return (await respond(pathname, nowMs)) ?? new Response("{}", JSON_TYPE(isKnown ? 200 : 404));
  };
  const wait = async (delayMs: number) => {
    delays.push(delayMs);
    nowMs += delayMs;
  };
  const target = { baseUrl: "http://127.0.0.1:9", token: "", fetch };
  const report = await runChecks(target, { contract, now: () => nowMs, wait, ...options });
  const outcomes = report.checks.map(({ id, outcome, reason }) => `${id} ${outcome}${reason ? `: ${reason}` : ""}`);
  return { report, delays, outcomes: outcomes.filter((one) => !one.endsWith(" passed")) };
}

const JSON_TYPE = (status: number, headers: Record<string, string> = {}) => ({
  status,
  headers: { "content-type": "application/json", ...headers },
});
const DAY = "Mon, 02 Mar 2026";
const limited = (headers?: Record<string, string>) => new Response("{}", JSON_TYPE(429, headers));

test("slows down for a token bucket until every request gets through, and reports the waits", async () => {
  let [tokens, filledMs, rejected] = [5, 0, 0];
  const { report, outcomes } = await runOn((_, nowMs) => {
    tokens = Math.min(5, tokens + ((nowMs - filledMs) * 5) / 1000);
    filledMs = nowMs;
    tokens -= tokens < 1 ? 0 : 1;
    if (tokens >= 1 || rejected++ % 2 === 1) return undefined;
    return limited({ "retry-after": "1" });
  });
  expect([outcomes, exitCodeOf(report)]).toEqual([[], 0]);
  const note = /^The service limited the rate \(429\) \d+ times; the run waited \d+ s/;
  expect(report.notes).toEqual([expect.stringMatching(note)]);
  expect(summaryText(report, { contract })).toContain("The service limited the rate (429)");
});

test.each<[told: string, headers: Record<string, string>, delayMs: number]>([
  ["seconds", { "retry-after": "7" }, 7000],
  ["a date by its own clock", { "retry-after": `${DAY} 10:00:09 GMT`, date: `${DAY} 10:00:00 GMT` }, 9000],
  ["nothing", {}, 1000],
])("waits as told by a 429 response: %s", async (_, headers, delayMs) => {
  let requests = 0;
  const { delays, outcomes } = await runOn(() => (++requests === 2 ? limited(headers) : undefined));
  expect([delays[0], outcomes]).toEqual([delayMs, []]);
});

test("ends a check when no wait helps, or the service tells a long one", async () => {
  const retryAfter = (seconds: string) => runOn(() => limited({ "retry-after": seconds }), { operations: ["a"] });
  const errored = "a/succeeds errored: The service limits the rate";
  expect((await retryAfter("7")).outcomes[0]).toBe(`${errored}, after 10 waits too`);
  expect((await retryAfter("60")).outcomes[0]).toBe(`${errored}, after 2 waits too`);
  const long = await retryAfter("3600");
  expect([long.outcomes[0], long.delays]).toEqual([`${errored}: retry after 3600 seconds`, []]);
});

test("waits no longer for operations with limits of their own, and checks the others", async () => {
  const freeMs: Record<string, number> = { "/c": 0, "/d": 0 };
  const respond = (path: string, nowMs: number) => {
    const leftMs = (freeMs[path] ?? 0) - nowMs;
    if (leftMs > 0) return limited({ "retry-after": String(Math.ceil(leftMs / 1000)) });
    if (path in freeMs) freeMs[path] = nowMs + 100_000;
    return undefined;
  };
  const { outcomes } = await runOn(respond, { effects: "lasting", inference: false });
  const reason =
    /^([cd])\/\S+ skipped: The service limits the rate of \1 alone: the run waited \d+ seconds for it, and waits no longer$/;
  expect(outcomes.filter((one) => !reason.test(one))).toEqual([]);
  expect(new Set(outcomes.map(([operation]) => operation))).toEqual(new Set(["c", "d"]));
});

test("tolerates a rare 503 when told so, and repeats the request once", async () => {
  const rare = () => {
    let requests = 0;
    return () => (++requests === 2 ? new Response("<html>", { status: 503 }) : undefined);
  };
  expect((await runOn(rare())).outcomes.join()).toContain("failed");
  const { report, outcomes } = await runOn(rare(), { tolerate: [502, 503] });
  expect([outcomes, report.notes]).toEqual([[], ["Tolerated 1 response with 502 or 503"]]);
  const often = await runOn(() => new Response("<html>", { status: 503 }), { tolerate: [503] });
  expect(often.report.checks.filter(({ outcome }) => outcome === "failed").length).toBeGreaterThan(5);
  const write = await runOn((path) => (path === "/d" ? new Response(null, { status: 503 }) : undefined), {
    ...{ tolerate: [503], effects: "lasting", checks: ["d/succeeds"] },
  });
  const reason = "d responded with 503, which is tolerated, and cannot be repeated";
  expect(write.outcomes).toEqual([`d/succeeds skipped: ${reason}`]);
});

test("waits with many requests at once, without a warning of the runtime", async () => {
  const warnings: Error[] = [];
  process.once("warning", (warning) => void warnings.push(warning));
  let requests = 0;
  const respond = () => (++requests === 1 ? limited({ "retry-after": "0" }) : undefined);
  const options = { concurrency: 14, now: Date.now, wait: undefined, operations: ["a", "b", "c"], inference: false };
  const { outcomes } = await runOn(respond, options);
  expect([outcomes, warnings]).toEqual([[], []]);
});

test("ends with the time of the run, in the middle of a response", async () => {
  const drip = () => new Response(new ReadableStream({ pull: () => new Promise(() => {}) }), JSON_TYPE(200));
  const { report, outcomes } = await runOn(drip, { maxDurationMs: 20 });
  const reason = "The 0 seconds of the run are over: give more with --max-time (maxDurationMs)";
  expect(new Set(outcomes.map((one) => one.replace(/^.*?: /, "")))).toEqual(new Set([reason]));
  expect([outcomes.length, exitCodeOf(report)]).toEqual([report.checks.length, 2]);
});

test("says that the run was aborted, in the middle of a response", async () => {
  const ending = new AbortController();
  const respond = () => {
    ending.abort();
    return new Promise<Response>(() => {});
  };
  const { outcomes } = await runOn(respond, { signal: ending.signal });
  expect(new Set(outcomes.map((one) => one.replace(/^.*?: /, "")))).toEqual(new Set(["The run was aborted"]));
});

test("runs checks that only read at once, those that write alone, and reports them in the same order", async () => {
  const running = new Set<string>();
  let most = 0;
  const respond = async (path: string) => {
    running.add(path);
    most = Math.max(most, running.size);
    expect(running.has("/d") && running.size > 1).toBe(false);
    for (let turns = path === "/a" ? 20 : 5; turns > 0; turns -= 1) await Promise.resolve();
    running.delete(path);
    return undefined;
  };
  const alone = await runOn(respond, { effects: "lasting", inference: false });
  expect([most, alone.outcomes]).toEqual([1, []]);
  const together = await runOn(respond, { effects: "lasting", inference: false, concurrency: 3 });
  expect([most > 1, together.outcomes]).toEqual([true, []]);
  expect(together.report.checks.map(({ id }) => id)).toEqual(alone.report.checks.map(({ id }) => id));
});

test("lets the connection close after a long computation, before the next request", async () => {
  let nowMs = 0;
  let isClosed = false;
  const pace = createPace({ now: () => nowMs, wait: async () => {}, tolerate: [] });
  await pace.turn();
  nowMs = 5000;
  setImmediate(() => {
    isClosed = true;
  });
  await pace.turn();
  expect(isClosed).toBe(true);
});
