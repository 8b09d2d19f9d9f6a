import { NetworkError, TimeoutError } from "../errors.js";
import { bounded } from "./bounded.js";
import { type Call, type Send, tell } from "./call.js";
import { retryAfterMs } from "./retry-after.js";

/**
 * Repeats a request where that can do no harm: where the request changes nothing twice (by its method, or `x-reads`)
 * after a network failure, a timeout of the attempt or a passing status, and any request where the service said that it
 * did nothing: 429, 503 with `Retry-After`, and `operation_blocked_temporary`. The budget bounds the repeats of all
 * calls of a client together.
 */
export function withRetry(send: Send): Send {
  return async (request) => {
    const { call } = request;
    const { settings } = call;
    settings.repeats = Math.min(settings.budget, settings.repeats + 0.2);
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
      const waitMs = delayMs(call, response, error);
      if (waitMs === undefined) {
        if (response) return response;
        throw error;
      }
      tell(call, { type: "wait", waitMs, reason: `${response?.status ?? error}` });
      await bounded(call, waitMs);
      tell(call, { type: "retry" });
    }
  };
}

/** How long to wait before the next attempt, which is taken from the budget; undefined when there must be none. */
function delayMs(call: Call, response: Response | undefined, error: unknown): number | undefined {
  const { settings } = call;
  const nowMs = settings.clock.now();
  const status = response?.status;
  const askedMs = retryAfterMs(response, nowMs);
  const paced = askedMs !== undefined;
  const waitMs =
    askedMs ?? settings.random() * Math.min(settings.maxDelayMs, settings.baseDelayMs * 2 ** (call.attempts - 1));
  const harmless = call.info?.reads || !/POST|PATCH/.test(call.method);
  const passing = status
    ? /408|50[0234]/.test(`${status}`)
    : error instanceof NetworkError || error instanceof TimeoutError;
  const nothingDone =
    status === 429 ||
    (status === 503 && paced) ||
    (status === 409 && /"code"\s*:\s*"operation_blocked_temporary"/.test(call.text));
  const inTime = waitMs <= settings.maxRetryAfterMs && waitMs < call.deadlineMs - nowMs;
  // A repeat at the time that the service asked for costs nothing: it sets the pace.
  const left = settings.repeats - (paced ? 0 : 1);
  const allowed = ((harmless && passing) || nothingDone) && call.attempts < settings.maxAttempts && inTime;
  if (!allowed || left < 0) return undefined;
  settings.repeats = left;
  return waitMs;
}
