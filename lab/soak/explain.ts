import { ApiError, AuthError, NetworkError, TimeoutError } from "content-service-client";
import type { ActiveFault } from "content-service-sandbox";
import { TOKEN_LIFE_MS } from "./plan.js";

export type Tally = Record<string, number>;

export function count(tally: Tally, name: string, times = 1): void {
  tally[name] = (tally[name] ?? 0) + times;
}

export function total(tally: Tally): number {
  return Object.values(tally).reduce((sum, times) => sum + times, 0);
}

type Kind = ActiveFault["fault"]["kind"];

/** The fault kinds that explain a failed call. Other failures are problems. */
const REASONS: Readonly<Record<string, readonly Kind[]>> = {
  NetworkError: ["reset", "cut_body"],
  "TimeoutError of the attempt": ["delay"],
  "ApiError 429": ["status"],
  "ApiError 500": ["status"],
  "ApiError 503": ["status"],
  "ApiError 502": ["html"],
  "ApiError 200: not JSON": ["broken_body"],
  "ApiError 201: not JSON": ["broken_body"],
  "ApiError 200: empty response": ["empty_body"],
  "ApiError 201: empty response": ["empty_body"],
  "ApiError 200: the same marker came twice": ["repeated_marker"],
  // An earlier attempt made the change, and its response was lost.
  "ApiError 412 in a retry": ["reset", "cut_body", "delay"],
};

/** Message parts for unusable successful responses. */
const PROBLEMS = ["not JSON", "empty response", "the same marker came twice"];

/** A 401 of a call that took longer than the lifetime of a token, because the machine was busy. */
export const OUTLIVED = "ApiError 401 of a call that outlived its tokens";
const NO_TOKEN = "AuthError token_server_unavailable";

/** Names a failure for counting. An error of no client class is `unexpected`, which no fault explains. */
export function failureName(error: unknown, tookMs = 0): string {
  if (error instanceof NetworkError) return "NetworkError";
  if (error instanceof TimeoutError) return `TimeoutError of the ${error.scope}`;
  if (error instanceof AuthError) return `AuthError ${error.code}`;
  if (!(error instanceof ApiError)) return `unexpected: ${error}`;
  const { status, attempts, message } = error;
  if (status === 401 && tookMs > TOKEN_LIFE_MS) return OUTLIVED;
  if (status < 300) return `ApiError ${status}: ${PROBLEMS.find((one) => message.includes(one)) ?? message}`;
  return attempts > 1 && status === 412 ? "ApiError 412 in a retry" : `ApiError ${status}`;
}

/** Lists failures that outnumber their faults. A failed refresh fails the calls of every caller in the process. */
export function unexplained(failures: Tally, faults: readonly ActiveFault[], callersOfProcess: number): string[] {
  const happened = (operation: string, kinds: readonly Kind[]) =>
    faults
      .filter(({ fault }) => fault.operation === operation && kinds.includes(fault.kind))
      .reduce((sum, one) => sum + one.happened, 0);
  const spared = happened("refreshAccessToken", ["status", "html", "reset", "delay"]) * callersOfProcess;
  const withoutToken = total(matching(failures, NO_TOKEN));
  const others = Object.entries(failures).filter(([name]) => !name.endsWith(NO_TOKEN) && !name.endsWith(OUTLIVED));
  return [
    ...(withoutToken > spared ? [`${withoutToken} calls had no token; faults explain ${spared}`] : []),
    ...others.flatMap(([name, times]) => {
      const [, operation = "", failure = ""] = /^(\S+) (.*)$/s.exec(name) ?? [];
      const explained = happened(operation, REASONS[failure] ?? []);
      return times > explained ? [`${name}: ${times} times; faults explain ${explained}`] : [];
    }),
  ];
}

/** The failures of one kind, of all operations. */
export function matching(failures: Tally, failure: string): Tally {
  return Object.fromEntries(Object.entries(failures).filter(([name]) => name.endsWith(failure)));
}
