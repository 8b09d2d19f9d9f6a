import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createSandbox } from "content-service-sandbox";
import { expect, onTestFinished, test } from "vitest";
import { serving } from "../../../support/loopback.js";
import { type CheckReport, exitCodeOf, type RunOptions, runChecks, summaryText } from "../../src/index.js";
import { type Misbehave, runAllOn, targetOn } from "../support/defects.js";

type Break = (request: IncomingMessage, response: ServerResponse) => void;

/** Checks a server whose retention list breaks its connections, and whose other operations work. */
async function checkBreaking(breaks: Break, options: RunOptions = {}): Promise<CheckReport> {
  const sandbox = await createSandbox();
  const server = createServer((request, response) => {
    if (request.url?.startsWith("/2.0/file_version_retentions")) return breaks(request, response);
    void forward(request, response);
  });
  const forward = async (request: IncomingMessage, response: ServerResponse) => {
    const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
      typeof value === "string" && name !== "host" ? [[name, value]] : [],
    );
    const url = `${sandbox.baseUrl}${request.url?.slice("/2.0".length)}`;
    const received = await sandbox.fetch(url, { method: request.method ?? "GET", headers });
    response.writeHead(received.status, Object.fromEntries(received.headers)).end(await received.text());
  };
  onTestFinished(() => sandbox.close());
  const target = { ...targetOn(sandbox), baseUrl: `${await serving(server)}/2.0`, fetch: globalThis.fetch };
  const operations = ["listFileVersionRetentions", "getCurrentUser"];
  return runChecks({ ...target, timeoutMs: 2000 }, { operations, ...options });
}

const json = { "content-type": "application/json" };
const breakingOff: Break = (request, response) => {
  response.writeHead(200, { ...json, "content-length": "100" });
  response.write('{"entries":', () => request.socket.destroy());
};
const unending: Break = (_, response) => void response.writeHead(200, json).write('{"entries":');
const notZipped: Break = (_, response) =>
  void response.writeHead(200, { ...json, "content-encoding": "gzip" }).end('{"entries":[]}');

test.each<[failure: string, received: string, breaks: Break]>([
  ["never responds", "received none: timed out after 2 seconds", () => {}],
  ["resets the connection", "received none: fetch failed", (request) => request.socket.resetAndDestroy()],
  ["breaks off its body", "received a part of it: terminated", breakingOff],
  ["never ends its body", "received a part of it: timed out", unending],
  ["says gzip and sends text", "received a part of it: terminated (incorrect header check)", notZipped],
  ["sends no HTTP", "received none: fetch failed", ({ socket }) => void socket.end("HTTP/1.1 two hundred\r\n\r\n")],
])("finds an operation that %s, and checks the others", async (_, received, breaks) => {
  const report = await checkBreaking(breaks);
  const [first] = report.checks.filter(({ operation }) => operation === "listFileVersionRetentions");
  expect(first?.findings).toMatchObject([
    {
      rule: "response-complete",
      operation: "listFileVersionRetentions",
      message: expect.stringContaining(`Expected a complete response; ${received}`),
      exchange: { request: { url: expect.stringMatching(/^http.*\/file_version_retentions/) } },
    },
  ]);
  const findings = report.checks.flatMap((check) => check.findings);
  const found = new Set(findings.map(({ rule, operation }) => `${operation} ${rule}`));
  expect(found).toEqual(new Set(["listFileVersionRetentions response-complete"]));
  const others = report.checks.filter(({ operation }) => operation === "getCurrentUser");
  expect(others.filter(({ outcome }) => outcome === "errored")).toEqual([]);
  expect(others.filter(({ outcome }) => outcome === "passed").length).toBeGreaterThan(5);
  const reasons = report.checks.map(({ reason }) => reason ?? "");
  expect(reasons.join()).toMatch(/listFileVersionRetentions sent no complete response to \d calls/);
  expect(exitCodeOf(report)).toBe(1);
});

const lost = () => Promise.reject(new TypeError("fetch failed", { cause: new Error("read ECONNRESET") }));

test("retries a safe call once when the service closed an idle connection", async () => {
  let requests = 0;
  const once = await runAllOn((sent) => (++requests === 4 ? lost() : sent.forward()));
  expect([once.found, exitCodeOf(once)]).toEqual([[], 0]);
});

test("finds a service that closes one connection in 20", async () => {
  let requests = 0;
  // A call that is not safe is not repeated.
  const isLost = (method: string) => method === "GET" && ++requests % 20 === 0;
  const report = await runAllOn((sent) => (isLost(sent.method) ? lost() : sent.forward()));
  expect(report.rules).toEqual(["response-complete"]);
  expect(report.messages[0]).toContain("The repeated request succeeded.");
  expect(report.checks.filter(({ outcome }) => outcome === "errored")).toEqual([]);
});

test("checks every operation of a slow service in the time that a run has by default", async () => {
  let nowMs = 0;
  const takes300Ms: Misbehave = (sent) => {
    nowMs += 300;
    return sent.forward();
  };
  const slow = await runAllOn(takes300Ms, { now: () => nowMs });
  expect([slow.found, exitCodeOf(slow)]).toEqual([[], 0]);
  expect(slow.durationMs).toBeGreaterThan(300_000);
  expect(slow.checks.filter(({ reason }) => reason?.includes("--max-time"))).toEqual([]);
});

test("one slow operation leaves the time to the others", async () => {
  let nowMs = 0;
  const slowList: Misbehave = (sent) => {
    if (sent.path.startsWith("/file_version_retentions")) nowMs += 60_000;
    return sent.forward();
  };
  const slow = await runAllOn(slowList, { now: () => nowMs });
  const skipped = slow.checks.filter(({ reason }) => reason?.includes("--max-time"));
  expect(skipped.map(({ operation }) => operation)).toContain("listFileVersionRetentions");
  const ran = slow.checks.filter(({ outcome }) => outcome === "passed").map(({ operation }) => operation);
  expect(ran.filter((operation) => operation === "getCurrentUser").length).toBeGreaterThan(5);
});

test("tells, without a finding, which operation has calls that take much longer than most", async () => {
  let nowMs = 0;
  let calls = 0;
  const sometimesSlow: Misbehave = (sent) => {
    nowMs += sent.path.startsWith("/users/me") && ++calls % 20 === 0 ? 3000 : 20;
    return sent.forward();
  };
  // Calls of others take as long while one of these is in progress.
  const operations = ["getCurrentUser"];
  const report = await runAllOn(sometimesSlow, { now: () => nowMs, operations });
  expect(exitCodeOf(report)).toBe(0);
  const p99Ms = expect.toSatisfy((ms: number) => ms >= 3000);
  expect(report.slowTails).toEqual([{ operation: "getCurrentUser", calls: expect.any(Number), medianMs: 20, p99Ms }]);
  expect(summaryText(report)).toMatch(/getCurrentUser: 1 % of \d+ calls took 3\.\d s or longer, half took up to 20 ms/);
});
