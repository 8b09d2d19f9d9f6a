import type { components } from "../../generated/types.js";

type Schemas = components["schemas"];

/** Every `code` that the contract names, and any other string, since a service may add codes. */
export type ErrorCode = Schemas["Error"]["code"] | Schemas["TokenError"]["error"];

/** The codes that the contract names. */
export type KnownErrorCode = Literals<ErrorCode>;

type Literals<Text> = Text extends string ? (string extends Text ? never : Text) : never;

/** An invalid parameter or property, as the service reports it. */
export type ErrorReason = Schemas["ErrorDetail"];

/** The body of an error response: the full form, the short form of the metadata operations, or the token server's form. */
export type ErrorBody = Schemas["Error"] | Schemas["MetadataError"] | Schemas["TokenError"];

/** The request of an error, without its headers, query and body, since those can hold secrets. */
export interface RequestSummary {
  /** The HTTP method. */
  readonly method: string;
  /** The path with its ids, without the query. */
  readonly path: string;
}

/** Whether a request was sent. A transport that knows sets it in the `progress` of a request's init. */
export interface SendProgress {
  /** False from the start, true when the first byte may have been written; undefined when the transport cannot tell. */
  sent?: boolean;
}

export interface FailedCall {
  readonly operation: string | undefined;
  readonly method: string;
  readonly url: string;
  readonly attempts: number;
  readonly mayBeApplied?: boolean;
  /** Neither a GET, nor a POST that only reads. */
  readonly isWrite?: boolean;
  readonly progress?: SendProgress;
  /** The cause, if the body of the last error response is incomplete. */
  readonly incomplete?: ErrorOptions | undefined;
}

/** Whether an earlier attempt of a call may have been applied, or the last one, by its progress. */
export const mayBeApplied = (call: FailedCall) => !!(call.mayBeApplied || (call.isWrite && call.progress?.sent));

/** The method and path of a call, without the query, which may contain secrets. */
export function summary(call: FailedCall): RequestSummary {
  return { method: call.method, path: call.url.replace(/^\w+:\/\/[^/]*|\?.*/gs, "") };
}

/** The members of an error that a log should show. By itself `JSON.stringify` leaves out the name and the message. */
export function asJson(error: Error & { readonly code?: unknown }): object {
  const { name, code, message, cause } = error;
  return Object.assign({ name, code, message }, error, cause instanceof Error && { cause: asJson(cause) });
}

/** An error of the client. Minifiers change the names of classes. */
export abstract class ClientError extends Error {
  constructor(name: string, message: string, options?: ErrorOptions) {
    super(message, options);
    Object.defineProperty(this, "name", { value: name });
  }

  /** The error for a log: the name, the message and the enumerable properties. */
  toJSON(): object {
    return asJson(this);
  }
}

export abstract class CallError extends ClientError {
  /** The `operationId`, or undefined for a path that is not in the contract. */
  declare readonly operation: string | undefined;
  /** The number of attempts, one that ended before it was sent included. A repetition after a 401 is the same attempt. */
  declare readonly attempts: number;
  /**
   * Whether a write may have been applied: an attempt was sent, and no response said that it failed (a 4xx other than 408
   * and 499, 307, 308, or a 503 with `Retry-After`). A 412 or 404 can then be the effect of the call's own change: read the
   * record and compare.
   */
  declare readonly mayBeApplied: boolean;
  /** Method and path. Not enumerable. */
  declare readonly request: RequestSummary;

  constructor(name: string, message: string, call: FailedCall, options?: ErrorOptions) {
    const request = summary(call);
    super(name, `${message} (${request.method} ${request.path})`, options);
    this.operation = call.operation;
    this.attempts = call.attempts;
    this.mayBeApplied = mayBeApplied(call);
    Object.defineProperty(this, "request", { value: request });
  }
}

type ResponseFields = Pick<ApiError, "status"> &
  Partial<Pick<ApiError, "code" | "requestId" | "retryAfterMs" | "body" | "excerpt">>;

/**
 * The service sent an error response, or a response outside the contract (HTML from a proxy, invalid JSON, a redirect).
 * An error response with an incomplete body has no `code`, and a `cause`. Contract: the responses of each operation.
 * @example
 * try {
 *   await client.updateFile({ path: { file_id: "4001" }, header: { "If-Match": "1" }, body: { name: "lease-2.pdf" } });
 * } catch (error) {
 *   if (!isApiError(error, "precondition_failed")) throw error;
 *   console.log("the file has changed since", error.requestId);
 * }
 */
export class ApiError extends CallError {
  /** The HTTP status; 0 where a browser hides the status of a redirect. */
  declare readonly status: number;
  /** The error code from the response body, if there is one. */
  declare readonly code: ErrorCode | undefined;
  /** The service's id of the request, for support cases: from the body, or the `X-Request-Id` header. */
  declare readonly requestId: string | undefined;
  /** The `Retry-After` of the response, in milliseconds. */
  declare readonly retryAfterMs: number | undefined;
  /** The parsed body, if it has one of the contract's error forms. That of another document is typed by `isErrorOf`. */
  declare readonly body: ErrorBody | undefined;
  /** The first 500 characters of any other body. */
  declare readonly excerpt: string | undefined;
  /** The response; its body has been read. Not enumerable. */
  declare readonly response: Response | undefined;

  constructor(message: string, call: FailedCall, fields: ResponseFields, response?: Response) {
    super("ApiError", message, call, call.incomplete);
    Object.assign(this, fields);
    Object.defineProperty(this, "response", { value: response });
  }

  /** The invalid parameters and properties that the body lists; the message has the first of them. Not enumerable. */
  get reasons(): readonly ErrorReason[] {
    return reasonsOf(this.body);
  }
}

/** Why there is no access token: the token server's own code (RFC 6749 section 5.2), or one of the client's. */
export type AuthErrorCode =
  | Schemas["TokenError"]["error"]
  | "no_token"
  | "invalid_auth_url"
  | "token_server_unavailable"
  | "token_store_failed";

/**
 * There is no valid access token, so the request was not sent, or the service rejected it with 401.
 *
 * - `invalid_grant` (`loginRequired`): the refresh token is spent, expired or revoked.
 * - `invalid_client` and the other codes of RFC 6749: the application's credentials are wrong. No request is sent until they
 *   or the stored tokens change.
 * - `no_token` (`loginRequired`): the store is empty, or the `auth` function returned no usable token.
 * - `invalid_auth_url`: 404, 405 or 410: there is no token server at `authUrl`. The tokens are kept.
 * - `token_server_unavailable` (`retryable`): no response, 429, a 5xx, a redirect, a page of HTML, or a response without a
 *   usable token. The tokens are kept. Or the `auth` function threw: see `cause`.
 * - `token_store_failed` (`retryable`): the store could not be read, locked or written. New tokens are kept in memory.
 */
export class AuthError extends ClientError {
  /** The reason. */
  declare readonly code: AuthErrorCode;
  /** Whether only a new login helps: `invalid_grant`, `no_token`, and codes such as `login_required`. */
  declare readonly loginRequired: boolean;
  /** Whether the same call can succeed later: `token_server_unavailable`, `token_store_failed` and transient codes. */
  declare readonly retryable: boolean;
  /** The milliseconds without a request to the token server. A call with attempts left waits, up to `maxDelayMs`. */
  declare retryAfterMs: number | undefined;

  /** For your own `auth` function: the client passes its `AuthError` on unchanged. */
  constructor(message: string, code: AuthErrorCode, options?: ErrorOptions & { retryAfterMs?: number | undefined }) {
    super("AuthError", message, options);
    this.code = code;
    this.retryAfterMs = options?.retryAfterMs;
    this.loginRequired = /^(invalid_grant|no_token|\w+_required)$/.test(code);
    this.retryable = /^(\w+_unavailable|token_store_failed|slow_down|server_error)$/.test(code);
  }
}

/** No response: connection refused or reset, unknown host, invalid certificate, truncated body. See `cause`. */
export class NetworkError extends CallError {
  constructor(message: string, call: FailedCall, options?: ErrorOptions) {
    super("NetworkError", message, call, options);
  }
}

/** A timeout: an attempt took longer than `timeoutMs`, or the whole call longer than `totalTimeoutMs` or its `deadline`. */
export class TimeoutError extends CallError {
  /** Whether one attempt or the whole call timed out. */
  declare readonly scope: "attempt" | "call";
  /** The timeout that passed, in milliseconds; for a deadline, the time from the start of the call. */
  declare readonly timeoutMs: number;

  constructor(message: string, call: FailedCall, fields: Pick<TimeoutError, "scope" | "timeoutMs">) {
    super("TimeoutError", message, call);
    Object.assign(this, fields);
  }
}

/** The invalid parameters and properties of an error body. A service outside the contract may send anything. */
export function reasonsOf(body: unknown): ErrorReason[] {
  const { errors }: { errors?: unknown } = Object(Object(body).context_info);
  return Array.isArray(errors) ? errors.filter((each) => each && typeof each === "object") : [];
}

/** Whether an error has a class of the client, also of another copy of this package in the same program. */
const isOf = (error: unknown, name: string): boolean =>
  error instanceof Error && error.name === name && "mayBeApplied" in error;

/** Whether an error is an `ApiError`, with the given code if any. For a code outside the contract, compare `error.code`. */
export function isApiError<Code extends KnownErrorCode>(
  error: unknown,
  code: Code,
): error is ApiError & { readonly code: Code };
export function isApiError(error: unknown): error is ApiError;
export function isApiError(error: unknown, code?: string): boolean {
  return isOf(error, "ApiError") && (code === undefined || (error as ApiError).code === code);
}

/** Whether an error is an `AuthError`. */
export const isAuthError = (error: unknown): error is AuthError =>
  error instanceof Error && error.name === "AuthError" && "loginRequired" in error;

/** Whether only a new login helps: an `AuthError` that says so, or a 401 for a token that the client cannot refresh. */
export function isLoginRequired(error: unknown): boolean {
  return isAuthError(error) ? error.loginRequired : isApiError(error) && error.status === 401;
}

/** Whether an error is a `NetworkError`. */
export const isNetworkError = (error: unknown): error is NetworkError => isOf(error, "NetworkError");

/** The reason of `AbortSignal.timeout`. */
type SignalTimeout = Error & { readonly [Key in "scope" | "timeoutMs" | "mayBeApplied"]?: undefined };

/** Whether a call timed out: a `TimeoutError`, or the reason of the caller's own `AbortSignal.timeout`, which has no `scope`. */
export function isTimeoutError(error: unknown): error is TimeoutError | SignalTimeout {
  return isOf(error, "TimeoutError") || (error instanceof DOMException && error.name === "TimeoutError");
}
