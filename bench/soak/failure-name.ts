import { ApiError, AuthError, NetworkError, TimeoutError } from "content-service-client";
import { SHORTEST_LIFE_MS } from "./token-server.js";

/**
 * Names a failure of a call, so that it can be counted and explained. What is none of the client's four errors is named
 * as a stranger, which nothing explains.
 */
export function failureName(error: unknown, tookMs = 0): string {
  if (error instanceof NetworkError) return "NetworkError";
  if (error instanceof TimeoutError) return `TimeoutError of the ${error.scope}`;
  if (error instanceof AuthError) return `AuthError ${error.code}`;
  if (!(error instanceof ApiError)) return `stranger: ${error}`;
  const { status, attempts, message } = error;
  const problem = PROBLEMS.find((one) => message.includes(one));
  if (status === 401 && tookMs > SHORTEST_LIFE_MS) return OUTLIVED;
  if (status < 300) return `ApiError ${status}: ${problem ?? message}`;
  // An earlier attempt may have done the work, so that this one found it done.
  return attempts > 1 && (status === 404 || status === 412) ? `ApiError ${status} in a repeat` : `ApiError ${status}`;
}

/**
 * A 401 of a call that took longer than a token lives: the first token ended while the request waited for the machine,
 * and the next one before the client had heard of that.
 */
export const OUTLIVED = "ApiError 401 of a call that outlived its tokens";

/** What the client says of an answer that is a success and still no answer. */
const PROBLEMS = ["not JSON", "empty answer", "the same marker came twice"];
