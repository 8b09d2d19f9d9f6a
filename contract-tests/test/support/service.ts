import { readFileSync } from "node:fs";
import { type Contract, createContract, isJsonObject, type JsonObject, parseJson } from "content-service-contract";
import { parse } from "yaml";
import { runChecks } from "../../src/check/run-checks.js";
import type { CheckReport } from "../../src/report/report.js";

export function contractIn(file: string): Contract {
  return createContract(parse(readFileSync(new URL(file, import.meta.url), "utf8"), { merge: true }));
}

export interface Received {
  readonly method: string;
  readonly pathname: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly token: string | undefined;
  /** The body. Empty for another one than an object. */
  readonly sent: JsonObject;
  /** Whether the body is valid by the contract. */
  readonly isValid: boolean;
}

export function serve({ operations, isValid }: Contract, handle: (received: Received) => Response | Promise<Response>) {
  return async (url: string, { method = "GET", body, headers: given }: RequestInit): Promise<Response> => {
    const { pathname, searchParams: query } = new URL(url);
    const headers = new Headers(given);
    const sent = parseJson(String(body ?? "")) ?? {};
    const isAt = (path: string) => new RegExp(`^${path.replace(/\{\w+\}/g, "\\w+")}$`).test(pathname);
    const operation = operations.find((one) => one.method === method.toLowerCase() && isAt(one.path));
    const { schema } = operation?.requestMedia ?? {};
    return handle({
      ...{ method, pathname, query, headers },
      token: headers.get("authorization")?.replace("Bearer ", ""),
      sent: isJsonObject(sent) ? sent : {},
      isValid: isJsonObject(sent) && (schema === undefined || isValid(schema, sent)),
    });
  };
}

/** The contract of a small service: its paths, and other members of its document. */
export function contractOf(paths: JsonObject, more: JsonObject = {}): Contract {
  return createContract({ openapi: "3.1.0", info: { title: "Service", version: "1" }, paths, ...more });
}

/** What each operation has: the schemas of what it takes and shows in JSON, and its status. */
interface Messages {
  readonly status?: number;
  readonly sent?: JsonObject | undefined;
  readonly shown?: JsonObject | undefined;
}

/** An operation that may reject what it takes. */
export function operation(operationId: string, { status = 200, sent, shown }: Messages = {}, more: JsonObject = {}) {
  const message = (schema?: JsonObject): JsonObject =>
    schema === undefined ? { description: "" } : { description: "", content: { "application/json": { schema } } };
  const requestBody = sent && { requestBody: { required: true, ...message(sent) } };
  return { operationId, ...requestBody, responses: { [status]: message(shown), default: message() }, ...more };
}

export function inPath(schema: JsonObject, ...names: string[]): JsonObject[] {
  return names.map((name) => ({ name, in: "path", required: true, schema }));
}

/** Runs checks of a service in memory whose records may stay changed, by default all. */
export function runOn(contract: Contract, fetch: ReturnType<typeof serve>, checks?: readonly string[]) {
  return runChecks({ baseUrl: "http://127.0.0.1:9", token: "t", fetch }, { contract, effects: "lasting", checks });
}

/** What a run says of some of its checks: why there is no result, the first finding, or the outcome. */
export function toldBy({ checks }: CheckReport, ids: readonly string[]): Record<string, string> {
  const told = checks.map(
    ({ id, outcome, reason, findings }) => [id, reason ?? findings[0]?.message ?? outcome] as const,
  );
  return Object.fromEntries(told.filter(([id]) => ids.includes(id)));
}
