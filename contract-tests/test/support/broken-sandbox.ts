import { isJsonObject, type JsonObject, loadContract, parseJson } from "content-service-contract";
import { createRedaction } from "content-service-contract/redaction";
import { createSandbox, type Sandbox } from "content-service-sandbox";
import { conditionChecks } from "../../src/check/conditions/condition-checks.js";
import { identityChecks } from "../../src/check/identity/identity-checks.js";
import { refreshTokenChecks } from "../../src/check/refresh/refresh-checks.js";
import { runCheck } from "../../src/check/run-checks.js";
import { sandboxTarget } from "../../src/check/sandbox-target.js";
import type { Check, CheckTarget } from "../../src/check/session/check.js";
import { createRecordViews } from "../../src/check/session/record-views.js";
import { createBackoff } from "../../src/check/session/send.js";
import { createTimeBudget } from "../../src/check/session/time-budget.js";
import { writeChecks } from "../../src/check/writes/write-checks.js";
import { createCoverage } from "../../src/coverage/coverage.js";
import type { CheckResult } from "../../src/report/report.js";

/** A request on its way to a sandbox. */
export interface Sent {
  readonly method: string;
  /** Without the address. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body, where it is a JSON object; otherwise an empty one. */
  readonly json: JsonObject;
  readonly body: string | undefined;
  /** Sends the request, or a changed one, to the sandbox. */
  forward(changed?: {
    method?: string;
    headers?: Record<string, string>;
    body?: string | JsonObject;
  }): Promise<Response>;
}

/** Handles a request, correctly or not. */
export type Misbehave = (sent: Sent, sandbox: Sandbox) => Promise<Response>;

/** The results of checks. */
export interface Outcome {
  readonly results: readonly CheckResult[];
  /** The violated rules, each once. */
  readonly rules: readonly string[];
  readonly leftBehind: readonly string[];
  readonly sandbox: Sandbox;
}

const contract = loadContract();

/** Runs the checks whose ids start with one of the prefixes, on a defective sandbox. */
export async function runOnBroken(
  ids: readonly string[],
  misbehave: Misbehave = (sent) => sent.forward(),
  given: Partial<CheckTarget> = {},
): Promise<Outcome> {
  const sandbox = await createSandbox();
  const target: CheckTarget = { ...targetOn(sandbox, misbehave), ...given };
  const run = {
    contract,
    target,
    closed: true,
    coverage: createCoverage(contract, target),
    redaction: createRedaction(contract, target),
    signal: undefined,
    backoff: createBackoff(async () => {}),
    leftBehind: [] as string[],
    onExchange: async () => {},
    onNoResponse: async () => {},
    lacksRights: async () => false,
    budget: createTimeBudget([], 600_000, Date.now),
    records: createRecordViews(),
    requestIds: undefined,
    aheadMs: 0,
    lostConnections: 0,
  };
  const chosen = contract.operations.filter(({ id }) =>
    ids.some((one) => `${id}/`.startsWith(one.replace(/\/.*/, "/"))),
  );
  const all = [
    ...identityChecks(contract, target, chosen),
    ...conditionChecks(chosen),
    ...writeChecks(contract, target, chosen),
    ...refreshTokenChecks(contract, target, chosen),
  ];
  const wanted = all.filter(({ id }) => ids.some((one) => id.startsWith(one)));
  if (wanted.length === 0) throw new Error(`No check has an id like ${ids.join(", ")}`);
  const results: CheckResult[] = [];
  for (const check of wanted) results.push(await runCheck(check satisfies Check, run, Date.now));
  await sandbox.close();
  const rules = [...new Set(results.flatMap(({ findings }) => findings.map(({ rule }) => rule)))];
  return { results, rules, leftBehind: run.leftBehind, sandbox };
}

/** A sandbox as a target for which no check is skipped. */
export function targetOn(sandbox: Sandbox, misbehave: Misbehave = (sent) => sent.forward()): CheckTarget {
  const { baseUrl, authUrl } = sandbox;
  return {
    ...sandboxTarget(),
    baseUrl,
    authUrl,
    fetch: (url, init) => misbehave(sentBy(sandbox, url, init), sandbox),
  };
}

/** Changes the JSON object of a response. */
export async function changedJson(response: Response, change: (body: JsonObject) => JsonObject): Promise<Response> {
  const body: unknown = await response.json();
  const { status, headers } = response;
  return new Response(JSON.stringify(isJsonObject(body) ? change(body) : body), { status, headers });
}

/** A JSON response. */
export function jsonResponse(status: number, body: JsonObject): Response {
  return new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });
}

function sentBy(sandbox: Sandbox, url: string, init: RequestInit): Sent {
  const { method = "GET" } = init;
  const headers = Object.fromEntries(new Headers(init.headers));
  const body = typeof init.body === "string" ? init.body : undefined;
  const json = parseJson(body);
  return {
    method,
    path: url.replace(sandbox.baseUrl, "").replace(sandbox.authUrl, ""),
    headers,
    json: isJsonObject(json) ? json : {},
    body,
    forward: (changed = {}) => {
      const text = changed.body === undefined ? body : changed.body;
      const sent = typeof text === "object" ? JSON.stringify(text) : text;
      const other = { method: changed.method ?? method, headers: changed.headers ?? headers };
      return sandbox.fetch(url, { ...init, ...other, ...(sent === undefined ? {} : { body: sent }) });
    },
  };
}
