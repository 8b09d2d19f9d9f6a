import { type Operations, operationTable } from "../../generated/operations.js";
import { checkNumber, invalid, known } from "../checks.js";
import { type Clock, systemClock } from "../core/clock.js";
import { type ApiError, type FailedCall, NetworkError, TimeoutError } from "../core/errors.js";
import { redactBody } from "../core/secrets.js";
import type { Call } from "../request/call.js";
import { responseError } from "../request/response.js";

/** The failed call of an error. */
export interface FailedCallOptions {
  /** The operation of the call. @default "getCurrentUser" */
  operation?: keyof Operations | undefined;
  /** The number of attempts. @default 1 */
  attempts?: number | undefined;
  /** Whether a write may have been applied. @default false */
  mayBeApplied?: boolean | undefined;
}

/** Settings of `apiError`. */
export interface ApiErrorOptions extends FailedCallOptions {
  /** The HTTP status, from 200 to 599. */
  status: number;
  /** The body: an object is sent as JSON, a text as it is. @default an empty body */
  body?: object | string | undefined;
  /** The headers, such as `{ "Retry-After": "30" }`. @default no headers */
  headers?: Readonly<Record<string, string>> | undefined;
  /** The clock from which a `Retry-After` with a date counts. @default the system's clock */
  clock?: Clock | undefined;
}

/**
 * Makes the `ApiError` that a client throws for a response, for example for a stub of the client.
 * @throws RangeError for an impossible status.
 * @example
 * const getCurrentUser = vi.fn().mockRejectedValue(apiError({ status: 403, body: { code: "forbidden", message: "No." } }));
 */
export function apiError(options: ApiErrorOptions): ApiError {
  const failed = callOf(options, { status: undefined, body: undefined, headers: {}, clock: systemClock });
  const { status, body = "", headers = {}, clock = systemClock, operation = "getCurrentUser" } = options;
  if (status === undefined) invalid("status", "be an HTTP status");
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const hasBody = ![204, 205, 304].includes(status);
  const response = new Response(hasBody ? text : null, { status, headers });
  const info = operationTable[operation];
  // The error needs no other member of a call.
  const call = { ...failed, info, settings: { clock }, secrets: [] as string[], text } as Call;
  return responseError(call, response, false, redactBody(text, [])[1]);
}

/** Makes the `NetworkError` that a client throws when no response arrives. */
export function networkError(options: FailedCallOptions & { code?: string | undefined } = {}): NetworkError {
  const failed = callOf(options, { code: "" });
  const { code = "ECONNRESET" } = options;
  const cause = Object.assign(new Error(code), { code });
  return new NetworkError(`no response: ${code}`, failed, { cause });
}

/** Settings of `timeoutError`. */
export interface TimeoutErrorOptions extends FailedCallOptions {
  /** Whether one attempt or the whole call timed out. @default "attempt" */
  scope?: "attempt" | "call" | undefined;
  /** The timeout, in milliseconds. @default 30000 */
  timeoutMs?: number | undefined;
}

/** Makes the `TimeoutError` that a client throws. For an `AuthError`, use its constructor. */
export function timeoutError(options: TimeoutErrorOptions = {}): TimeoutError {
  const failed = callOf(options, { scope: "", timeoutMs: 0 });
  const { scope = "attempt", timeoutMs = 30_000 } = options;
  if (!["attempt", "call"].includes(scope)) invalid("scope", "be attempt or call");
  return new TimeoutError(`timed out after ${timeoutMs} ms`, failed, { scope, timeoutMs });
}

/** Checks the options of an error, those of its kind included. */
function callOf(options: FailedCallOptions, ofKind: object): FailedCall {
  const names = { ...ofKind, operation: "", attempts: 1, mayBeApplied: false };
  const { operation = "getCurrentUser", attempts = 1, mayBeApplied = false } = known(options, names);
  checkNumber("attempts", attempts, 1, 1);
  if (!Object.hasOwn(operationTable, operation)) invalid("operation", "be one of the client, such as getCurrentUser");
  const { method, path } = operationTable[operation];
  return { operation, method, url: `https://api.content.example/2.0${path}`, attempts, mayBeApplied };
}
