import { NetworkError, TimeoutError } from "../core/errors.js";
import { type Call, remainingMs } from "./call.js";
import { withDeadline } from "./deadline.js";
import { emit } from "./emit.js";
import type { Send } from "./prepared-request.js";
import { isUnprocessed, retryAfterMs } from "./response-error.js";

/** The methods of requests that can change something twice (RFC 9110 section 9.2.2). */
const NOT_IDEMPOTENT = /^(POST|PATCH)$/;
/** The statuses of transient failures. */
const TRANSIENT = [408, 500, 502, 503, 504];

/**
 * Retries where that is safe: idempotent requests after a network failure, a timeout of the attempt or a transient
 * status; any request that the service did not process: 429, 503 with `Retry-After`, `operation_blocked_temporary`. All
 * calls of a client share one retry budget.
 */
export function withRetry(send: Send): Send {
  return async (request) => {
    const { call } = request;
    const { counters, settings } = call;
    counters.retries = Math.min(settings.budget, counters.retries + 0.2);
    for (;;) {
      let response: Response | undefined;
      let error: unknown;
      call.attempts += 1;
      try {
        response = await send(request);
        if (response.ok) return response;
      } catch (caught) {
        error = caught;
      }
      const waitMs = retryDelayMs(call, response, error);
      if (waitMs === undefined) {
        if (response) return response;
        throw error;
      }
      emit(call, { type: "wait", waitMs, reason: `${response?.status ?? error}` });
      await withDeadline(call, waitMs);
      emit(call, { type: "retry" });
    }
  };
}

/** Takes the next retry from the budget and returns the wait before it; undefined when there is none. */
function retryDelayMs(call: Call, response: Response | undefined, error: unknown): number | undefined {
  const { settings, counters, attempts } = call;
  const isIdempotent = call.info.safe || !NOT_IDEMPOTENT.test(call.method);
  const isAllowed = (isIdempotent && isTransient(response, error)) || (response && isUnprocessed(call, response));
  if (!isAllowed || call.isLast || attempts >= settings.maxAttempts) return undefined;
  const limitMs = Math.min(settings.maxDelayMs, settings.baseDelayMs * 2 ** (attempts - 1));
  const askedMs = (response && retryAfterMs(response.headers, settings.clock.now())) ?? -1;
  // A retry at the time that the service asked for is free.
  const cost = askedMs < 1000 ? 1 : 0;
  // Asked for no real wait, the client still waits: at least half of what it waits at most otherwise.
  const share = askedMs < 0 ? settings.random() : (1 + settings.random()) / 2;
  const waitMs = Math.max(askedMs, cost * share * limitMs);
  const isInTime = waitMs < remainingMs(call) && askedMs <= settings.maxRetryAfterMs;
  if (!isInTime || counters.retries < cost) return undefined;
  counters.retries -= cost;
  return waitMs;
}

/** Whether the same request can succeed later. A closed Node transport stays closed. */
function isTransient(response: Response | undefined, error: unknown): boolean {
  if (response) return TRANSIENT.includes(response.status);
  return error instanceof TimeoutError || (error instanceof NetworkError && !error.message.includes("_CLOSED "));
}
