import { wait } from "./bounded.js";
import { type Call, type Send, tell } from "./call.js";
import { NetworkError, TimeoutError } from "./errors.js";
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
    settings.repeats = Math.min(settings.retry.budget, settings.repeats + 0.2);
    for (;;) {
      let response: Response | undefined;
      let error: unknown;
      call.attempts += 1;
      try {
        response = await send(request);
      } catch (caught) {
        error = caught;
      }
      const askedMs = response && retryAfterMs(response.headers, settings.clock.now());
      const waitMs = delayMs(call, response, error, askedMs);
      if (waitMs === undefined) {
        if (response) return response;
        throw error;
      }
      // A wait that the service asked for costs nothing: it sets the pace.
      if (askedMs === undefined) settings.repeats -= 1;
      tell(call, { type: "wait", waitMs, reason: `${response?.status ?? error}` });
      await wait(call, waitMs);
      tell(call, { type: "retry" });
    }
  };
}

/** How long to wait before the next attempt; undefined when there must be none. */
function delayMs(
  call: Call,
  response: Response | undefined,
  error: unknown,
  askedMs: number | undefined,
): number | undefined {
  const { settings, attempts, info, method, text, deadlineMs } = call;
  const { maxAttempts, baseDelayMs, maxDelayMs, maxRetryAfterMs, random } = settings.retry;
  const status = response?.status;
  const waitMs = askedMs ?? random() * Math.min(maxDelayMs, baseDelayMs * 2 ** (attempts - 1));
  const harmless = info?.reads || !/POST|PATCH/.test(method);
  const passing = status
    ? /408|50[0234]/.test(`${status}`)
    : error instanceof NetworkError || error instanceof TimeoutError;
  const nothingDone =
    status === 429 ||
    (status === 503 && askedMs !== undefined) ||
    (status === 409 && /"code"\s*:\s*"operation_blocked_temporary"/.test(text));
  const again = (harmless && passing) || nothingDone;
  const affordable = askedMs !== undefined || settings.repeats >= 1;
  const inTime = waitMs <= maxRetryAfterMs && settings.clock.now() + waitMs < deadlineMs;
  return again && affordable && inTime && attempts < maxAttempts ? waitMs : undefined;
}
