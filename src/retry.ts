import { wait } from "./bounded.js";
import { type Call, type Send, tell } from "./call.js";
import { NetworkError, TimeoutError } from "./errors.js";
import { retryAfterMs } from "./retry-after.js";

/**
 * Repeats a request where that can do no harm: where the request changes nothing twice (by its method, or `x-reads`)
 * after a network failure, a timeout of the attempt or a passing status, and any request where the service said that it
 * did nothing: 429, 503 with `Retry-After`, and `operation_blocked_temporary`.
 */
export function withRetry(send: Send): Send {
  return async (request) => {
    const { call } = request;
    for (;;) {
      let response: Response | undefined;
      let error: unknown;
      call.attempts += 1;
      try {
        response = await send(request);
      } catch (caught) {
        error = caught;
      }
      const waitMs = delayMs(call, response, error);
      if (waitMs === undefined) {
        if (response) return response;
        throw error;
      }
      tell(call, { type: "wait", waitMs, reason: `${response?.status ?? error}` });
      await wait(call, waitMs);
      tell(call, { type: "retry" });
    }
  };
}

/** How long to wait before the next attempt; undefined when there must be none. */
function delayMs(call: Call, response: Response | undefined, error: unknown): number | undefined {
  const { settings, attempts, info, method, text, deadlineMs } = call;
  const { maxAttempts, baseDelayMs, maxDelayMs, maxRetryAfterMs, random } = settings.retry;
  const nowMs = settings.clock.now();
  const status = response?.status;
  const askedMs = response && retryAfterMs(response.headers, nowMs);
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
  return again && attempts < maxAttempts && waitMs <= maxRetryAfterMs && nowMs + waitMs < deadlineMs
    ? waitMs
    : undefined;
}
