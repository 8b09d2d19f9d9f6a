import { parseJson } from "content-service-contract";
import { createSandbox } from "content-service-sandbox";
import {
  type CheckReport,
  type CheckTarget,
  exampleParameters,
  type FindingRule,
  isJsonObject,
  type Json,
  type JsonObject,
  loadContract,
  type RunOptions,
  runChecks,
} from "../../src/index.js";

/** A request before it reaches the sandbox. Changes to it change what the sandbox receives. */
export interface Sent {
  method: string;
  url: URL;
  headers: Headers;
  body: JsonObject | undefined;
}

/** Handles a request in place of the sandbox; `pass` forwards it. */
export type Breaking = (sent: Sent, pass: () => Promise<Response>) => Promise<Response>;

/** A sandbox as a target with all its ids, optionally with a defect. */
export async function brokenTarget(breaking: Breaking = (_, pass) => pass()) {
  const sandbox = await createSandbox();
  return {
    baseUrl: sandbox.baseUrl,
    authUrl: sandbox.authUrl,
    token: "token-admin",
    secondToken: "token-owner",
    parameters: {
      ...exampleParameters(loadContract()),
      "As-User": "1002",
      policy_id: "8002",
      legal_hold_policy_assignment_id: "8102",
    },
    fetch: async (url: string, init: RequestInit) => {
      const body: unknown = typeof init.body === "string" ? parseJson(init.body) : undefined;
      const sent: Sent = {
        method: init.method ?? "GET",
        url: new URL(url),
        headers: new Headers(init.headers),
        body: isJsonObject(body) ? body : undefined,
      };
      return breaking(sent, () => {
        const text = sent.body === undefined ? init.body : JSON.stringify(sent.body);
        const { method, headers } = sent;
        return sandbox.fetch(sent.url, { ...init, method, headers, ...(text === undefined ? {} : { body: text }) });
      });
    },
  } satisfies CheckTarget;
}

/** Checks a sandbox with a defect. */
export async function checkBroken(breaking: Breaking, options: RunOptions = {}): Promise<CheckReport> {
  return runChecks(await brokenTarget(breaking), { wait: async () => {}, ...options });
}

/** The violated rules of a report, each once. */
export function rulesOf({ checks }: CheckReport): FindingRule[] {
  return [...new Set(checks.flatMap(({ findings }) => findings.map(({ rule }) => rule)))];
}

/** The check and the rule of each finding. */
export function foundIn({ checks }: CheckReport): string[] {
  return checks.flatMap(({ id, findings }) => findings.map(({ rule }) => `${id} ${rule}`));
}

/** Changes the body of a response if it is a JSON object. */
export async function withBody(received: Promise<Response>, change: (body: JsonObject) => Json): Promise<Response> {
  const response = await received;
  const text = await response.text();
  const body: unknown = parseJson(text);
  const headers = new Headers(response.headers);
  headers.delete("content-length");
  const changed = isJsonObject(body) ? JSON.stringify(change(body)) : text;
  return new Response(changed === "" ? null : changed, { status: response.status, headers });
}

/** Changes the status of a response. */
export async function withStatus(received: Promise<Response>, status: number): Promise<Response> {
  const { headers, body } = await received;
  return new Response(body, { status, headers });
}
