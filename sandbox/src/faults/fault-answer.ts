import type { Json, Operation } from "content-service-contract-tests/contract";
import { type Answer, json, withId } from "../http/answer.js";
import { badRequestCode, type Refusals } from "../http/refusal.js";
import { half, type Reply } from "./damage.js";
import type { Effects, FaultOf } from "./faults.js";

/** Does to an answer what faults of its body say. */
export function damaged(answer: Answer, effects: Effects): Reply {
  const fits = ({ only_status }: { only_status?: number }) =>
    only_status === undefined || only_status === answer.status;
  const { body } = answer;
  const fault = body === null ? undefined : effects.next(["cut_body", "broken_body", "empty_body"], fits);
  if (body === null || fault === undefined) return { answer };
  if (fault.kind === "cut_body") return { answer, damage: "cut" };
  return { answer: { ...answer, body: fault.kind === "empty_body" ? null : half(body) } };
}

/** The answer of a fault with a status. Nothing was done for it. */
export function statusAnswer(
  { status, body, retry_after }: FaultOf<"status">,
  operation: Operation,
  refusals: Refusals,
  requestId: string,
): Answer {
  const headers = statusHeaders(status, operation, retry_after);
  if (body === null) return { status, headers, body };
  // The body came as JSON, or from code that the compiler has told so.
  return json(status, body === undefined ? withId(defaultBody(operation, refusals, status), requestId) : body, headers);
}

function defaultBody(operation: Operation, refusals: Refusals, status: number): Json {
  const codes: Readonly<Record<number, string>> = {
    400: badRequestCode(operation),
    401: "unauthorized",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    409: "conflict",
    412: "precondition_failed",
    429: "rate_limit_exceeded",
    500: "internal_server_error",
  };
  const code = codes[status] ?? (status < 500 ? "bad_request" : "unavailable");
  return refusals.plain(status, code, "A fault of the sandbox answers this call.").body;
}

function statusHeaders(
  status: number,
  { method }: Operation,
  retryAfter: number | string | undefined,
): Record<string, string> {
  const seconds = retryAfter ?? (status === 429 ? 1 : undefined);
  return {
    ...(status === 401 && { "www-authenticate": 'Bearer error="invalid_token"' }),
    ...(status === 405 && { allow: method.toUpperCase() }),
    ...(seconds !== undefined && { "retry-after": String(seconds) }),
  };
}
