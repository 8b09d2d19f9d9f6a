import type { Contract } from "../contract/contract.js";
import type { Operation } from "../contract/operation.js";
import { findRoute } from "../contract/route.js";
import type { NegativeCase } from "./negative-case.js";

/**
 * Derives requests that are wrong as a whole: without a token, with another scheme, with a token too many, without a
 * body, with a body that is not JSON, of another media type, with another method, and to another path.
 */
export function brokenRequests(
  contract: Contract,
  operation: Operation,
  request: NegativeCase["request"],
): NegativeCase[] {
  return [
    ...wrongToken(operation, request),
    ...wrongBody(operation, request),
    ...wrongRoute(contract, operation, request),
  ];
}

type Base = NegativeCase["request"];

function wrongToken(operation: Operation, request: Base): NegativeCase[] {
  const negative = (kind: string, authorization: string | undefined): NegativeCase => {
    const { authorization: _, ...others } = Object.fromEntries(new Headers(request.headers));
    const headers = authorization === undefined ? others : { ...others, authorization };
    const at = "/request/headers/authorization";
    return { operation, kind, at, rule: "request-security", request: { ...request, headers } };
  };
  if (!operation.secured) return [negative("a token too many", "Bearer token")];
  return [negative("no token", undefined), negative("another scheme", "Basic dXNlcjpzZWNyZXQ=")];
}

function wrongBody(operation: Operation, request: Base): NegativeCase[] {
  const { requestBody } = operation;
  if (requestBody === undefined) return [];
  const { "content-type": type = "", ...headers } = Object.fromEntries(new Headers(request.headers));
  const common = { operation, at: "/request/body", rule: "request-body" as const };
  const text = { ...request, headers: { ...headers, "content-type": "text/plain" } };
  return [
    {
      ...common,
      kind: "another media type",
      at: "/request/headers/content-type",
      rule: "request-content-type",
      request: text,
    },
    ...(requestBody.required
      ? [{ ...common, kind: "no body", request: { ...request, headers, body: undefined } }]
      : []),
    ...(type === "application/json"
      ? [{ ...common, kind: "broken JSON", request: { ...request, body: '{"name":' } }]
      : []),
  ];
}

function wrongRoute(contract: Contract, operation: Operation, request: Base): NegativeCase[] {
  const bare = { headers: request.headers, body: undefined };
  const other = OTHER_METHODS.filter((method) => findRoute(contract, method, request.path).kind === "method");
  return [
    ...other.map((method): NegativeCase => {
      const sent = { ...bare, method, path: request.path };
      return { operation, kind: `the method ${method}`, at: "/request/method", rule: "method-allowed", request: sent };
    }),
    {
      operation,
      kind: "an unknown path",
      at: "/request/url",
      rule: "operation-known",
      request: { ...bare, method: request.method, path: request.path.replace(/(\?|$)/, "/no-such-path$1") },
    },
  ];
}

const OTHER_METHODS = ["HEAD", "PATCH"];
