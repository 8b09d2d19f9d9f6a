import { isToken } from "../checks.js";
import { AuthError, isAuthError, NetworkError, TimeoutError } from "../core/errors.js";
import type { Settings } from "../core/options.js";
import { safeError } from "../core/secrets.js";
import { attempt } from "./attempt.js";
import { type Call, emit, isBelow, type PreparedRequest, remainingMs } from "./call.js";
import { assertRunning, longestDelayMs, withDeadline } from "./deadline.js";
import { isUnprocessed, retryAfterMs } from "./response.js";

/** Sends a request once more, or for the first time. */
export type Send = (request: PreparedRequest) => Promise<Response>;

/**
 * Sends a request, and retries it where that is safe: idempotent requests after a network failure, a timeout of the attempt
 * or a transient status; any request that the service did not process: 429, 503 with `Retry-After`,
 * `operation_blocked_temporary`; and any that got no token, if its `AuthError` says when to try again. All calls of a client
 * share one retry budget.
 */
export const send: Send = async (request) => {
  const { call } = request;
  const { counters, settings } = call;
  counters.retries = Math.min(settings.budget, counters.retries + 0.2);
  for (;;) {
    let response: Response | undefined;
    let error: unknown;
    call.attempts += 1;
    try {
      response = await authorized(request);
      if (response.ok) return response;
    } catch (caught) {
      error = caught;
    }
    const waitMs = retryDelayMs(call, response, error);
    if (waitMs === undefined) {
      if (response) return response;
      throw error;
    }
    emit(call, "wait", { waitMs, reason: `${response?.status ?? error}` });
    await withDeadline(call, waitMs);
    emit(call, "retry");
  }
};

/** Sends a request with the bearer token (RFC 6750 section 2.1). After a 401 it does so once more if there is a newer token. */
async function authorized(request: PreparedRequest): Promise<Response> {
  const { call, headers } = request;
  const { info, settings, url } = call;
  if (info.security) return info.security(request, attempt);
  if (info.token || !isBelow(url, settings.baseUrl)) return attempt(request);
  const addToken = async (rejected?: string) => {
    const token = await tokenOf(call, settings.auth, rejected);
    headers.set("authorization", `Bearer ${token}`);
    return token;
  };
  const token = await addToken();
  const response = await attempt(request);
  if (response.status !== 401 || call.isLast) return response;
  return (await addToken(token)) === token ? response : attempt(request);
}

/** Reads a token, which errors of the call then hide. */
export async function tokenOf(call: Call, auth: Settings["auth"], rejected?: string): Promise<string> {
  assertRunning(call);
  let result: unknown = auth;
  try {
    if (typeof auth === "function") result = auth({ rejected, onEvent: call.settings.onEvent });
  } catch (error) {
    result = Promise.reject(error);
  }
  // Most are known at once, and need no timer.
  const token = isToken(result) ? result : await withDeadline(call, Infinity, () => checkedToken(result));
  call.secrets.push(token);
  return token;
}

async function checkedToken(result: unknown): Promise<string> {
  let token: unknown;
  try {
    token = await result;
  } catch (error) {
    if (isAuthError(error) || Object(error).isLast) throw error;
    const cause = safeError(error);
    const reason = cause.cause?.code || cause.code || cause.name;
    throw new AuthError(`auth failed: ${reason}`, "token_server_unavailable", { cause });
  }
  if (isToken(token)) return token;
  // Only the part that no token can have.
  const [invalid] = (typeof token === "string" && /^bearer |[^!-~]/i.exec(token)) || [];
  throw new AuthError(`auth returned ${invalid ? `a token with ${JSON.stringify(invalid)}` : "no token"}`, "no_token");
}

/** Takes the next retry from the budget and returns the wait before it; undefined when there is none. */
function retryDelayMs(call: Call, response: Response | undefined, error: unknown): number | undefined {
  const { settings, counters, attempts, method } = call;
  // The methods of requests that can change something twice (RFC 9110 section 9.2.2).
  const isIdempotent = call.info.safe || !["POST", "PATCH"].includes(method);
  const tokenMs = isAuthError(error) ? error.retryAfterMs : undefined;
  const isAllowed =
    tokenMs !== undefined ||
    (isIdempotent && isTransient(response, error)) ||
    (response && isUnprocessed(call, response));
  if (!isAllowed || call.isLast || attempts >= settings.maxAttempts) return undefined;
  const limitMs = longestDelayMs(settings, attempts);
  const askedMs = tokenMs ?? (response && retryAfterMs(response.headers, settings.clock.now())) ?? -1;
  // A retry at the time that the service asked for is free, and so is one that the service has not seen.
  const cost = tokenMs === undefined && askedMs < 1000 ? 1 : 0;
  // Asked for no real wait, the client still waits: at least half of what it waits at most otherwise.
  const share = askedMs < 0 ? settings.random() : (1 + settings.random()) / 2;
  const waitMs = Math.max(askedMs, cost * share * limitMs);
  // While the token server is down for long, calls fail at once.
  const maxMs = tokenMs === undefined ? settings.maxRetryAfterMs : settings.maxDelayMs;
  if (waitMs >= remainingMs(call) || askedMs > maxMs || counters.retries < cost) return undefined;
  counters.retries -= cost;
  return waitMs;
}

/** Whether the same request can succeed later. A closed Node transport stays closed. */
function isTransient(response: Response | undefined, error: unknown): boolean {
  if (response) return /408|50[0234]/.test(`${response.status}`);
  return error instanceof TimeoutError || (error instanceof NetworkError && !error.message.includes("_CLOSED "));
}
