import type { Operation } from "content-service-contract";
import { badRequestCode, type ErrorResponses } from "../responses/error-response.js";
import { type Bytes, json, type PlainBody, type PlainResponse } from "../responses/plain-response.js";
import type { Effects, FaultOf } from "./faults.js";

/** How the delivery of a response fails. */
export type FaultEffect = "reset" | "reset_after_head" | "cut";

/** A response and how its delivery fails. */
export interface Delivery {
  readonly response: PlainResponse;
  readonly faultEffect?: FaultEffect | undefined;
}

/** Delivers a response as `fetch` does. A failed delivery rejects as it does on a network. */
export function toFetchResponse({ response: { status, headers, body: text }, faultEffect }: Delivery): Response {
  if (faultEffect === undefined) return new Response(text, { status, headers });
  if (faultEffect === "reset") throw networkError();
  const sent = faultEffect === "cut" ? half(text) : "";
  const part = typeof sent === "string" ? new TextEncoder().encode(sent) : sent;
  let isSent = false;
  const body = new ReadableStream<Uint8Array>({
    // Fails on the second pull, so that the reader gets the first part.
    pull(controller) {
      if (part.length === 0 || isSent) return controller.error(networkError());
      isSent = true;
      controller.enqueue(part);
    },
  });
  return new Response(body, { status, headers });
}

/** The first half of a text or of bytes. A damaged stream is read before, see `withBodyFault`. */
export function half(body: PlainBody | null): string | Bytes {
  if (body === null || body instanceof ReadableStream) return "";
  return body.slice(0, Math.floor(body.length / 2));
}

/** The error of a connection reset, as Node's fetch reports it. */
function networkError(): TypeError {
  return new TypeError("fetch failed", { cause: Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" }) });
}

/** Applies the faults that damage a body. */
export async function withBodyFault(response: PlainResponse, effects: Effects): Promise<Delivery> {
  const applies = ({ only_status }: { only_status?: number }) => (only_status ?? response.status) === response.status;
  const fault = response.body === null ? undefined : effects.next(["cut_body", "broken_body", "empty_body"], applies);
  if (fault === undefined) return { response };
  const { body } = response;
  const whole = body instanceof ReadableStream ? new Uint8Array(await new Response(body).arrayBuffer()) : body;
  if (fault.kind === "cut_body") return { response: { ...response, body: whole }, faultEffect: "cut" };
  return { response: { ...response, body: fault.kind === "empty_body" ? null : half(whole) } };
}

const ERROR_CODES: Readonly<Record<number, string>> = {
  401: "unauthorized",
  403: "forbidden",
  404: "not_found",
  405: "method_not_allowed",
  409: "conflict",
  412: "precondition_failed",
  429: "rate_limit_exceeded",
  500: "internal_server_error",
};

/** The response of a `status` fault. */
export function statusFaultResponse(
  { status, body, retry_after }: FaultOf<"status">,
  operation: Operation,
  errorResponses: ErrorResponses,
  requestId: string,
): PlainResponse {
  const retryAfter = retry_after ?? (status === 429 ? 1 : undefined);
  const headers = {
    ...(status === 401 && { "www-authenticate": 'Bearer error="invalid_token"' }),
    ...(status === 405 && { allow: operation.method.toUpperCase() }),
    ...(retryAfter !== undefined && { "retry-after": String(retryAfter) }),
  };
  if (body === null) return { status, headers, body };
  if (body !== undefined) return json(status, body, headers);
  const fallback = status < 500 ? "bad_request" : "unavailable";
  const code = status === 400 ? badRequestCode(operation) : (ERROR_CODES[status] ?? fallback);
  const error = errorResponses.plain(status, code, "Injected by a fault of the sandbox.");
  return errorResponses.written(error.with(headers), requestId);
}
