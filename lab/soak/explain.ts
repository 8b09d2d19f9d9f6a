import { ApiError, AuthError, NetworkError, TimeoutError } from "content-service-client";
import type { ActiveFault } from "content-service-sandbox";
import type { Tally } from "./measures.js";
import { SHORTEST_LIFE_MS } from "./token-server.js";

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
  "ApiError 404 in a retry": ["reset", "delay"],
  "ApiError 412 in a retry": ["reset", "cut_body", "delay"],
};

/** Lists failures that outnumber their faults. A failed refresh fails the calls of every caller in the process. */
export function unexplained(failures: Tally, faults: readonly ActiveFault[], callersOfProcess: number): string[] {
  const spared = happened(faults, "refreshAccessToken", ["status", "html", "reset", "delay"]) * callersOfProcess;
  const noToken = Object.entries(failures).filter(([name]) => name.endsWith(NO_TOKEN));
  const withoutToken = noToken.reduce((sum, [, times]) => sum + times, 0);
  const others = Object.entries(failures).filter(([name]) => !name.endsWith(NO_TOKEN) && !name.endsWith(OUTLIVED));
  return [
    ...(withoutToken > spared ? [`${withoutToken} calls had no token; faults explain ${spared}`] : []),
    ...others.flatMap(([name, times]) => {
      const [operation = "", failure] = split(name);
      const explained = happened(faults, operation, REASONS[failure] ?? []);
      return times > explained ? [`${name}: ${times} times; faults explain ${explained}`] : [];
    }),
  ];
}

const NO_TOKEN = "AuthError token_server_unavailable";

/** Compares the failed attempts in the client's events with the injected faults, by operation. */
export function unmatched(attempts: Tally, faults: readonly ActiveFault[]): string[] {
  const operations = [...new Set(faults.map(({ fault }) => fault.operation ?? ""))];
  return operations
    .filter((operation) => operation !== "refreshAccessToken")
    .flatMap((operation) =>
      Object.entries(expectedAttempts(faults, operation)).flatMap(([failure, { least, most }]) => {
        const times = attempts[`${operation} ${failure}`] ?? 0;
        if (times >= least && times <= most) return [];
        return [`${operation} ${failure}: expected ${least} to ${most}; received ${times}`];
      }),
    );
}

interface Range {
  readonly least: number;
  readonly most: number;
}

/** The expected number of failed attempts, by failure. */
function expectedAttempts(faults: readonly ActiveFault[], operation: string): Record<string, Range> {
  const times = (fits: (fault: ActiveFault["fault"]) => boolean) =>
    faults.reduce((sum, one) => sum + (one.fault.operation === operation && fits(one.fault) ? one.happened : 0), 0);
  const late = times((fault) => fault.kind === "delay" && fault.delay_ms > 1000);
  // A response after the timeout hides its fault from the client.
  const seen = (number: number) => ({ least: number - late, most: number });
  const status = (wanted: number) => seen(times((fault) => fault.kind === "status" && fault.status === wanted));
  const lost = times((fault) => fault.kind === "reset" && fault.when !== "after");
  // An error response needs only its status, so a cut body is no failure there.
  const cut = times((fault) => fault.kind === "cut_body" || (fault.kind === "reset" && fault.when === "after"));
  return {
    "429": status(429),
    "500": status(500),
    "503": status(503),
    "502": seen(times(({ kind }) => kind === "html")),
    NetworkError: { least: lost - late, most: lost + cut },
    "TimeoutError of the attempt": { least: late, most: late },
  };
}

function happened(faults: readonly ActiveFault[], operation: string, kinds: readonly Kind[]): number {
  return faults
    .filter(({ fault }) => fault.operation === operation && kinds.includes(fault.kind))
    .reduce((sum, one) => sum + one.happened, 0);
}

function split(name: string): [operation: string, failure: string] {
  const at = name.indexOf(" ");
  return [name.slice(0, at), name.slice(at + 1)];
}

/** Names a failure for counting. An error of no client class is `unexpected`, which no fault explains. */
export function failureName(error: unknown, tookMs = 0): string {
  if (error instanceof NetworkError) return "NetworkError";
  if (error instanceof TimeoutError) return `TimeoutError of the ${error.scope}`;
  if (error instanceof AuthError) return `AuthError ${error.code}`;
  if (!(error instanceof ApiError)) return `unexpected: ${error}`;
  const { status, attempts, message } = error;
  const problem = PROBLEMS.find((one) => message.includes(one));
  if (status === 401 && tookMs > SHORTEST_LIFE_MS) return OUTLIVED;
  if (status < 300) return `ApiError ${status}: ${problem ?? message}`;
  // An earlier attempt may have made the change.
  return attempts > 1 && (status === 404 || status === 412) ? `ApiError ${status} in a retry` : `ApiError ${status}`;
}

/** A 401 of a call that took longer than the lifetime of a token, because the machine was busy. */
export const OUTLIVED = "ApiError 401 of a call that outlived its tokens";

/** Message parts for unusable successful responses. */
const PROBLEMS = ["not JSON", "empty response", "the same marker came twice"];
