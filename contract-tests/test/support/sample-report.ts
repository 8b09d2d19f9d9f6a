import { checkExchange, type Exchange, type Json, type JsonObject, loadContract } from "content-service-contract";
import { createCoverage } from "../../src/coverage/coverage.js";
import type { CheckReport, CheckResult, Finding } from "../../src/report/report.js";

/** Few operations, so that a new operation of the contract changes no report. */
const OPERATIONS = new Set([
  ...["refreshAccessToken", "getCurrentUser", "deleteUser", "addEmailAlias", "updateFile", "queryMetadata"],
  ...["createTask", "getTaskAssignment", "listFileVersionRetentions", "createTermsOfService"],
]);

const { operations, ...whole } = loadContract();
const contract = { ...whole, operations: operations.filter(({ id }) => OPERATIONS.has(id)) };
const BASE_URL = "https://api.content.example/2.0";

/** The token in the sample's requests, which no report may show. */
export const SAMPLE_TOKEN = "sample-token-that-no-report-shows";

/** A report with all kinds of outcomes and findings. */
export function sampleReport(changes: Partial<CheckReport> = {}): CheckReport {
  const checks = contract.operations.flatMap(({ id }) => checksOf(id));
  return {
    subject: BASE_URL,
    source: "check",
    effects: "undone",
    startedAt: "2026-03-11T08:15:30.250Z",
    durationMs: 83_400,
    exchanges: 412,
    checks,
    coverage: sampleCoverage(),
    resources: [
      { collection: "/terms", operations: [{ role: "listed", operation: "listTerms" }] },
      {
        collection: "/tasks",
        operations: [
          { role: "listed", operation: "listTasks" },
          { role: "created", operation: "createTask", problem: `403 Not with ${SAMPLE_TOKEN}` },
          { role: "read", operation: "readTask", problem: "there was no record" },
          { role: "deleted", operation: "deleteTask", problem: "the run permits no undone effects" },
        ],
      },
    ],
    leftBehind: ["The folder contract-check-7 in folder 3001: the service responded 500 when it was deleted."],
    ...changes,
  };
}

export function healthyReport(): CheckReport {
  const checks = sampleReport().checks.map(({ id, operation, title }) => sampleCheck({ id, operation, title }));
  return sampleReport({ checks, leftBehind: [] });
}

export function sampleCheck(changes: Partial<CheckResult> = {}): CheckResult {
  return {
    id: "getCurrentUser/succeeds",
    operation: "getCurrentUser",
    title: "getCurrentUser responds as the contract says",
    outcome: "passed",
    findings: [],
    durationMs: 120,
    ...changes,
  };
}

export function violatedBy(findings: readonly Finding[]): CheckReport {
  return sampleReport({ checks: [sampleCheck({ outcome: "failed", findings })] });
}

export function sampleFinding(changes: Partial<Finding> = {}): Finding {
  return {
    rule: "response-body",
    message: "The response body at /id must be string",
    operation: "getCurrentUser",
    contract: "/components/schemas/UserFields/properties/id/type",
    at: "/response/body/id",
    exchange: exchange("GET", "/users/me", 200, { type: "user", id: 1001 }),
    ...changes,
  };
}

export function exchange(method: string, path: string, status: number, body: Json, sent?: Json): Exchange {
  const json = { "content-type": "application/json" };
  const headers = { accept: "application/json", authorization: `Bearer ${SAMPLE_TOKEN}` };
  const content = sent === undefined ? { headers } : { headers: { ...headers, ...json }, body: JSON.stringify(sent) };
  return {
    request: { method, url: `${BASE_URL}${path}`, ...content },
    response: { status, headers: { ...json, "request-id": "r-20260311-4" }, body: JSON.stringify(body) },
  };
}

const TITLES: Readonly<Record<string, string>> = {
  succeeds: "responds as the contract says",
  "without-token": "rejects a call without a token",
  "wrong-token": "rejects an unknown token",
  "wrong-method": "rejects an undocumented method",
  "unknown-parameter": "rejects an undocumented query parameter",
  "too-long": "rejects a string that is too long",
};

function checksOf(operation: string): CheckResult[] {
  return Object.entries(TITLES).map(([kind, title], index) =>
    sampleCheck({
      id: `${operation}/${kind}`,
      operation,
      title: `${operation} ${title}`,
      durationMs: 40 + 13 * index,
      ...outcomeOf(operation, kind),
    }),
  );
}

function outcomeOf(operation: string, kind: string): Partial<CheckResult> {
  if (operation === "refreshAccessToken")
    return { outcome: "skipped", reason: "The target has no credentials for a refresh: give --refresh-token." };
  const lasting = "It makes what no operation removes, and only what can be undone is allowed.";
  if (operation === "deleteUser" || operation === "createTermsOfService")
    return { outcome: "skipped", reason: lasting };
  if (operation === "queryMetadata" && kind === "succeeds")
    return { outcome: "errored", reason: "No response came within 30 s: connect ECONNREFUSED 192.0.2.1:443" };
  const findings = FINDINGS[`${operation}/${kind}`]?.() ?? [];
  return findings.length === 0 ? {} : { outcome: "failed", findings };
}

const FINDINGS: Readonly<Record<string, () => Finding[]>> = {
  "getCurrentUser/succeeds": () => foundIn("getCurrentUser", exchange("GET", "/users/me", 200, brokenUser)),
  "listFileVersionRetentions/succeeds": () =>
    foundIn("listFileVersionRetentions", exchange("GET", "/file_version_retentions?limit=100", 200, brokenPage)),
  "getTaskAssignment/wrong-token": () =>
    foundIn("getTaskAssignment", exchange("GET", "/task_assignments/9101", 418, { message: "I am a teapot" })),
  "updateFile/succeeds": () => [
    sampleFinding({
      rule: "precondition-respected",
      operation: "updateFile",
      message: "Expected 412 for a stale If-Match; received 200",
      contract: "/paths/~1files~1{file_id}/put/responses/412",
      at: "/response/status",
      exchange: exchange("PUT", "/files/4001", 200, { type: "file", id: "4001", etag: "4" }, { name: "b.pdf" }),
    }),
  ],
  "createTask/too-long": () => [
    sampleFinding({
      rule: "wrong-request-rejected",
      operation: "createTask",
      message: "Expected a 4xx response to an undocumented action; received 201",
      contract: "/components/schemas/TaskCreate/properties/action",
      at: "/response/status",
      exchange: exchange("POST", "/tasks", 201, { type: "task", id: "9001" }, { action: "\u0000" }),
    }),
  ],
};

function foundIn(operation: string, shown: Exchange): Finding[] {
  return checkExchange(shown, { listed: true }).map((violation) => ({ ...violation, operation, exchange: shown }));
}

const brokenUser: JsonObject = {
  ...{ type: "user", id: 1001, name: "Enterprise Admin", login: "admin@example.com" },
  ...{ created_at: "yesterday", language: "en", status: "active" },
};
const brokenRetention = { type: "file_version_retention", id: 9_000, applied_at: "2026-01-05T08:00:00+00:00" };
const brokenPage: JsonObject = { limit: 100, order: [], entries: Array(100).fill(brokenRetention) };

function sampleCoverage(): CheckReport["coverage"] {
  const coverage = createCoverage(contract);
  const cells = coverage.report().missing.filter((_, index) => index % 3 > 0);
  coverage.add(cells.map(({ operation, dimension, name }) => `${operation} | ${dimension} | ${name}`));
  return coverage.report();
}
