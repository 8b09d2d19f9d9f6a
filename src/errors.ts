import type { components } from "../generated/types.js";

type Schemas = components["schemas"];

/** Every `code` that the contract names, and any other string, since a service may add codes. */
export type ErrorCode = Schemas["Error"]["code"] | Schemas["TokenError"]["error"];

/** The body of a refusal: the full form, the short form of the metadata operations, or the token server's form. */
export type ErrorBody = Schemas["Error"] | Schemas["MetadataError"] | Schemas["TokenError"];

/** What an error tells of the request: never its headers, query or body, since those can hold secrets. */
export interface RequestSummary {
  /** The HTTP method. */
  readonly method: string;
  /** The path with the ids in it, without the query. */
  readonly path: string;
}

/** What an error needs to know of the call that failed. */
export interface CallFacts {
  readonly operation: string | undefined;
  readonly method: string;
  /** The path template, then the whole URL once the request is built. */
  readonly url: string;
  readonly attempts: number;
}

/** What errors and events tell of a call. The query stays out: it may hold what nobody should log. */
export function summary(call: CallFacts): RequestSummary {
  return { method: call.method, path: call.url.replace(/^\w+:\/\/[^/]*|\?.*/gs, "") };
}

/** What the errors of a call share. */
abstract class CallError extends Error {
  /** The `operationId`, or undefined for a path that the contract does not know. */
  declare readonly operation: string | undefined;
  /**
   * How many attempts the call made; a repeat after a 401 belongs to its attempt. Above 1, an earlier one may have done
   * the work.
   */
  declare readonly attempts: number;
  /** Method and path. Not enumerable. */
  declare readonly request: RequestSummary;

  constructor(message: string, call: CallFacts, fields?: object, options?: ErrorOptions & { response?: Response }) {
    const request = summary(call);
    super(`${message} (${request.method} ${request.path})`, options);
    Object.assign(this, { operation: call.operation, attempts: call.attempts }, fields);
    Object.defineProperties(this, { request: { value: request }, response: { value: options?.response } });
  }
}

/**
 * The service answered, and the answer is a refusal, or not what the contract promises (HTML from a proxy, broken
 * JSON, a redirect). Contract: the responses of each operation.
 *
 * @example
 * try {
 *   await client.updateFile({ path: { file_id: "4001" }, header: { "If-Match": "1" }, body: { name: "lease-2.pdf" } });
 * } catch (error) {
 *   if (isApiError(error, "precondition_failed")) console.log("somebody was faster", error.requestId);
 *   else throw error;
 * }
 */
export class ApiError extends CallError {
  /** The HTTP status; 0 where a browser hides the status of a redirect. */
  declare readonly status: number;
  /** The service's own code for the condition, where it gave one. */
  declare readonly code: ErrorCode | undefined;
  /** The service's id for the request; support asks for it. */
  declare readonly requestId: string | undefined;
  /** How long the service asked to wait, in milliseconds. */
  declare readonly retryAfterMs: number | undefined;
  /** The parsed body where it is one of the contract's error forms. */
  declare readonly body: ErrorBody | undefined;
  /** The first 500 characters of a body that is not. */
  declare readonly excerpt: string | undefined;
  /** The answer, its body already read. Not enumerable. */
  declare readonly response: Response | undefined;
}
// Set here, since minifiers shorten the names of classes, and bundlers rename a class that refers to itself.
ApiError.prototype.name = "ApiError";

/** Why there is no access token: the token server's own code (RFC 6749 section 5.2), or one of the client's. */
export type AuthErrorCode =
  | Schemas["TokenError"]["error"]
  | "no_token"
  | "token_server_unavailable"
  | "token_store_failed";

/**
 * There is no valid access token and none could be had, so the request was not sent, or was refused with 401.
 *
 * - `invalid_grant`: the refresh token is spent, expired or revoked. Only a new login helps.
 * - `invalid_client` and the other codes of RFC 6749: the application's own credentials are wrong.
 * - `no_token`: the store is empty, or the `auth` function gave no usable token.
 * - `token_server_unavailable`: no answer or a 5xx; the tokens are kept, try again later.
 * - `token_store_failed`: the store could not be read, locked or written. Tokens already received are kept in memory.
 */
export class AuthError extends Error {
  /** Which of these it is. */
  declare readonly code: AuthErrorCode;

  /** For an `auth` function of your own: the client passes such an error on as it is. */
  constructor(message: string, code: AuthErrorCode, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
AuthError.prototype.name = "AuthError";

/** Nothing came back: refused, reset, no such host, a wrong certificate, an answer that was cut. `cause` says which. */
export class NetworkError extends CallError {}
NetworkError.prototype.name = "NetworkError";

/** Too late: an attempt took longer than `timeoutMs`, or the whole call longer than `totalTimeoutMs`. */
export class TimeoutError extends CallError {
  /** Which bound was met: one attempt's, or the whole call's. */
  declare readonly scope: "attempt" | "call";
  /** The bound, in milliseconds. */
  declare readonly timeoutMs: number;
}
TimeoutError.prototype.name = "TimeoutError";

/** Whether an error is an `ApiError`, and, where a code is given, one with that code. */
export function isApiError(error: unknown, code?: ErrorCode): error is ApiError {
  return error instanceof ApiError && (code === undefined || error.code === code);
}

/** Whether an error is an `AuthError`. */
export function isAuthError(error: unknown): error is AuthError {
  return error instanceof AuthError;
}

/** Whether an error is a `NetworkError`. */
export function isNetworkError(error: unknown): error is NetworkError {
  return error instanceof NetworkError;
}

/** Whether an error is a `TimeoutError`. */
export function isTimeoutError(error: unknown): error is TimeoutError {
  return error instanceof TimeoutError;
}
