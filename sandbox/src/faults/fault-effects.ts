import type { Json, Operation } from "content-service-contract-tests/contract";
import { badRequestCode, type Refusals } from "../responses/error-response.js";
import { type Answer, json, withId } from "../responses/plain-response.js";
import type { Effects, FaultOf } from "./faults.js";

/** How an answer fails to arrive whole. */
export type Damage = "reset" | "reset_after_head" | "cut";

/** An answer, and what happens to it on the way. */
export interface Reply {
  readonly answer: Answer;
  readonly damage?: Damage | undefined;
}

/** The answer as `fetch` would give it: an answer that does not arrive whole fails as it does on a network. */
export function arrived({ answer: { status, headers, body: whole }, damage }: Reply): Response {
  if (damage === undefined) return new Response(whole, { status, headers });
  if (damage === "reset") throw networkError();
  const text = damage === "cut" ? half(whole ?? "") : "";
  const body = new ReadableStream<Uint8Array>({
    // On the second pull, so that what was sent is read before the failure is.
    pull(controller) {
      if (text === "" || sent) return controller.error(networkError());
      sent = true;
      controller.enqueue(new TextEncoder().encode(text));
    },
  });
  let sent = false;
  return new Response(body, { status, headers });
}

/** The first half of a text. */
export function half(text: string): string {
  return text.slice(0, Math.floor(text.length / 2));
}

function networkError(): TypeError {
  // The form in which Node's fetch reports a reset.
  return new TypeError("fetch failed", { cause: Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" }) });
}

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
