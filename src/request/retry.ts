import { elapsedMs } from "../core/clock.js";
import { NetworkError, TimeoutError } from "../core/errors.js";
import { type Call, type Counters, emit, type Send } from "./call.js";
import { withDeadline } from "./deadline.js";
import { retryAfterMs } from "./response-error.js";

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
  const { settings } = call;
  const nowMs = settings.clock.now();
  const status = response?.status;
  const askedMs = retryAfterMs(response, nowMs);
  const isAsked = askedMs !== undefined;
  const waitMs =
    askedMs ?? settings.random() * Math.min(settings.maxDelayMs, settings.baseDelayMs * 2 ** (call.attempts - 1));
  const isIdempotent = call.info?.safe || !/POST|PATCH/.test(call.method);
  const isTransient = status
    ? /408|50[0234]/.test(`${status}`)
    : error instanceof NetworkError || error instanceof TimeoutError;
  const isUnprocessed =
    status === 429 ||
    (status === 503 && isAsked) ||
    (status === 409 && /"code"\s*:\s*"operation_blocked_temporary"/.test(call.text));
  const isInTime = waitMs <= settings.maxRetryAfterMs && waitMs < call.deadlineMs - elapsedMs(settings.clock);
  // A retry at the time that the service asked for is free.
  const left = counters.retries - (isAsked ? 0 : 1);
  const allowed = ((isIdempotent && isTransient) || isUnprocessed) && call.attempts < settings.maxAttempts && isInTime;
  if (!allowed || left < 0) return undefined;
  counters.retries = left;
  return waitMs;
}
