import { elapsedMs } from "../core/clock.js";
import { NetworkError, TimeoutError } from "../core/errors.js";
import { type Call, type Counters, emit, type Send } from "./call.js";
import { withDeadline } from "./deadline.js";
import { isUnprocessed, retryAfterMs } from "./response-error.js";

/**
 * Retries where that is safe: idempotent requests after a network failure, a timeout of the attempt or a transient
 * status; any request that the service did not process: 429, 503 with `Retry-After`, `operation_blocked_temporary`. All
 * calls of a client share one retry budget.
 */
export function withRetry(send: Send, counters: Counters): Send {
  return async (request) => {
    const { call } = request;
    counters.retries = Math.min(call.settings.budget, counters.retries + 0.2);
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
      const waitMs = retryDelayMs(call, counters, response, error);
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
function retryDelayMs(
  call: Call,
  counters: Counters,
  response: Response | undefined,
  error: unknown,
): number | undefined {
  const { settings, attempts } = call;
  const status = response?.status;
  const askedMs = response && retryAfterMs(response.headers, settings.clock.now());
  const limitMs = Math.min(settings.maxDelayMs, settings.baseDelayMs * 2 ** (attempts - 1));
  const isFree = (askedMs ?? 0) >= 1000;
  // Asked for no real wait, the client still waits: at least half of what it waits at most otherwise.
  const share = askedMs === undefined ? settings.random() : (1 + settings.random()) / 2;
  const waitMs = isFree ? (askedMs ?? 0) : Math.max(askedMs ?? 0, share * limitMs);
  const isIdempotent = call.info?.safe || !/POST|PATCH/.test(call.method);
  const isTransient = status
    ? /408|50[0234]/.test(`${status}`)
    : // A closed Node transport stays closed.
      (error instanceof NetworkError && !/_CLOSED /.test(error.message)) || error instanceof TimeoutError;
  const isInTime = (askedMs ?? 0) <= settings.maxRetryAfterMs && waitMs < call.deadlineMs - elapsedMs(settings.clock);
  // A retry at the time that the service asked for is free.
  const left = counters.retries - (isFree ? 0 : 1);
  const isAllowed = (isIdempotent && isTransient) || (response && isUnprocessed(call, response));
  if (!isAllowed || attempts >= settings.maxAttempts || !isInTime || left < 0) return undefined;
  counters.retries = left;
  return waitMs;
}
