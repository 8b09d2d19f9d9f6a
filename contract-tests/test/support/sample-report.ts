import type { Json, JsonObject } from "../../src/contract/json.js";
import { loadContract } from "../../src/contract/load-contract.js";
import { createCoverage, documentedCells } from "../../src/coverage/coverage.js";
import type { Exchange } from "../../src/exchange/exchange.js";
import type { CheckReport, CheckResult, Finding } from "../../src/report/report.js";
import { checkExchange } from "../../src/rules/check-exchange.js";

const contract = loadContract();
const BASE_URL = "https://api.content.example/2.0";

/** The token in the requests of the sample; no report may show it. */
export const SAMPLE_TOKEN = "sample-token-that-nobody-may-see";

/** A report of a service with many things wrong: one of each kind that a report has to show. */
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
    leftBehind: ["The folder contract-check-7 in folder 3001: the service answered 500 when it was deleted."],
    ...changes,
  };
}

/** A report of a service with nothing wrong. */
export function healthyReport(): CheckReport {
  const checks = sampleReport().checks.map(({ reason, ...check }) => ({
    ...check,
    outcome: "passed" as const,
    findings: [],
  }));
  return sampleReport({ checks, leftBehind: [] });
}

/** One check, with what a test wants to be different. */
export function sampleCheck(changes: Partial<CheckResult> = {}): CheckResult {
  return {
    id: "getCurrentUser/succeeds",
    operation: "getCurrentUser",
    title: "getCurrentUser answers as the contract says",
    outcome: "passed",
    findings: [],
    durationMs: 120,
    ...changes,
  };
}

/** One finding, with what a test wants to be different. */
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

/** An exchange with JSON in the answer. */
export function exchange(method: string, path: string, status: number, body: Json, sent?: Json): Exchange {
  const json = { "content-type": "application/json" };
  return {
    request: {
      method,
      url: path.startsWith("/") ? `${BASE_URL}${path}` : path,
      headers: {
        accept: "application/json",
        authorization: `Bearer ${SAMPLE_TOKEN}`,
        ...(sent === undefined ? {} : json),
      },
      body: sent === undefined ? undefined : JSON.stringify(sent),
    },
    response: { status, headers: { ...json, "request-id": "r-20260311-4" }, body: JSON.stringify(body) },
  };
}

const TITLES = {
  succeeds: "answers as the contract says",
  "without-token": "refuses a call without a token",
  "wrong-token": "refuses a token that it never gave out",
  "wrong-method": "refuses a method that the path does not have",
  "unknown-parameter": "refuses a query parameter that nobody documented",
  "too-long": "refuses a text that is too long",
} as const;

type Kind = keyof typeof TITLES;

function checksOf(operation: string): CheckResult[] {
  // The keys of a constant are known.
  return (Object.keys(TITLES) as Kind[]).map((kind, index) =>
    sampleCheck({
      id: `${operation}/${kind}`,
      operation,
      title: `${operation} ${TITLES[kind]}`,
      durationMs: 40 + 13 * index,
      ...outcomeOf(operation, kind),
    }),
  );
}

function outcomeOf(operation: string, kind: Kind): Partial<CheckResult> {
  if (operation === "refreshAccessToken")
    return { outcome: "skipped", reason: "The target has no credentials for a refresh: give --refresh-token." };
  if (operation === "deleteUser" || operation === "createTermsOfService")
    return {
      outcome: "skipped",
      reason: "It makes what no operation removes, and only what can be undone is allowed.",
    };
  if (operation === "queryMetadata" && kind === "succeeds")
    return { outcome: "errored", reason: "No answer came within 30 s: connect ECONNREFUSED 192.0.2.1:443" };
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
      message: "The file was changed although If-Match named an etag that it has not",
      contract: "/paths/~1files~1{file_id}/put/responses/412",
      at: "/response/status",
      exchange: exchange("PUT", "/files/4001", 200, { type: "file", id: "4001", etag: "4" }, { name: "b.pdf" }),
    }),
  ],
  "createTask/too-long": () => [
    sampleFinding({
      rule: "wrong-request-rejected",
      operation: "createTask",
      message: "A body whose action is none of the documented ones was taken",
      contract: "/components/schemas/TaskCreate/properties/action",
      at: "/response/status",
      exchange: exchange(
        "POST",
        "/tasks",
        201,
        { type: "task", id: "9001" },
        { item: { type: "file", id: "4001" }, action: "\u0000" },
      ),
    }),
  ],
};

function foundIn(operation: string, shown: Exchange): Finding[] {
  return checkExchange(shown).map((violation) => ({ ...violation, operation, exchange: shown }));
}

const brokenUser: JsonObject = {
  type: "user",
  id: 1001,
  name: "Enterprise Admin",
  login: "admin@example.com",
  created_at: "yesterday",
  language: "en",
  status: "active",
};

const brokenPage: JsonObject = {
  limit: 100,
  entries: Array.from({ length: 100 }, (_, index) => ({
    type: "file_version_retention",
    id: 9_000 + index,
    applied_at: "2026-01-05T08:00:00+00:00",
  })),
};

/** A coverage with gaps that look like those of a real run: operations that did not run, and rare errors. */
function sampleCoverage(): CheckReport["coverage"] {
  const coverage = createCoverage(contract);
  const unseen = new Set(["refreshAccessToken", "deleteUser", "createTermsOfService"]);
  const cells = documentedCells(contract).filter(
    ({ operation, name }, index) => !unseen.has(operation) && !(/429|default|409/.test(name) && index % 3 > 0),
  );
  coverage.add(cells.map(({ operation, dimension, name }) => `${operation} | ${dimension} | ${name}`));
  return coverage.report();
}
