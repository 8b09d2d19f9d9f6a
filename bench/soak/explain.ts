import { ApiError, AuthError, NetworkError, TimeoutError } from "content-service-client";
import type { ActiveFault } from "content-service-sandbox";
import type { Tally } from "./second.js";
import { SHORTEST_LIFE_MS } from "./token-server.js";

type Kind = ActiveFault["fault"]["kind"];

/** The kinds of faults that each failure of a call can come from. What is not here, nothing explains. */
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
  // The attempt before did the work, and its answer was lost.
  "ApiError 404 in a repeat": ["reset", "delay"],
  "ApiError 412 in a repeat": ["reset", "cut_body", "delay"],
};

/**
 * Gives the failures of calls that faults do not explain: those for which there is no fault, and those of which there
 * are more than faults have happened. A refresh that fails is met by every caller of its process.
 */
export function unexplained(failures: Tally, faults: readonly ActiveFault[], callersOfProcess: number): string[] {
  const spared = happened(faults, "refreshAccessToken", ["status", "html", "reset", "delay"]) * callersOfProcess;
  const noToken = Object.entries(failures).filter(([name]) => name.endsWith(NO_TOKEN));
  const withoutToken = noToken.reduce((sum, [, times]) => sum + times, 0);
  const others = Object.entries(failures).filter(([name]) => !name.endsWith(NO_TOKEN) && !name.endsWith(OUTLIVED));
  return [
    ...(withoutToken > spared ? [`${withoutToken} calls had no token, and faults explain ${spared}`] : []),
    ...others.flatMap(([name, times]) => {
      const [operation = "", failure] = split(name);
      const explained = happened(faults, operation, REASONS[failure] ?? []);
      return times > explained ? [`${name}: ${times} times, and faults explain ${explained}`] : [];
    }),
  ];
}

const NO_TOKEN = "AuthError token_server_unavailable";

/**
 * Holds the failed attempts that the client tells of against the faults of the sandbox, one operation at a time: what a
 * client met must be what the sandbox did, no more and no less.
 */
export function unmatched(attempts: Tally, faults: readonly ActiveFault[]): string[] {
  const operations = [...new Set(faults.map(({ fault }) => fault.operation ?? ""))];
  return operations
    .filter((operation) => operation !== "refreshAccessToken")
    .flatMap((operation) =>
      Object.entries(met(faults, operation)).flatMap(([failure, { least, most }]) => {
        const times = attempts[`${operation} ${failure}`] ?? 0;
        if (times >= least && times <= most) return [];
        return [`${operation} ${failure}: the client met ${times}, and the sandbox did ${least} to ${most}`];
      }),
    );
}

interface Range {
  readonly least: number;
  readonly most: number;
}

/** How many failed attempts of each kind there must have been. */
function met(faults: readonly ActiveFault[], operation: string): Record<string, Range> {
  const times = (fits: (fault: ActiveFault["fault"]) => boolean) =>
    faults.reduce((sum, one) => sum + (one.fault.operation === operation && fits(one.fault) ? one.happened : 0), 0);
  const late = times((fault) => fault.kind === "delay" && fault.delay_ms > 1000);
  // What happens to an answer that comes too late, the client does not see.
  const seen = (number: number) => ({ least: number - late, most: number });
  const status = (wanted: number) => seen(times((fault) => fault.kind === "status" && fault.status === wanted));
  const lost = times((fault) => fault.kind === "reset" && fault.when !== "after");
  // Of a refusal the status is enough, so that the client does not mind when the rest is lost.
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

/** How often faults of some kinds happened to an operation. */
function happened(faults: readonly ActiveFault[], operation: string, kinds: readonly Kind[]): number {
  return faults
    .filter(({ fault }) => fault.operation === operation && kinds.includes(fault.kind))
    .reduce((sum, one) => sum + one.happened, 0);
}

/** The operation, and what went wrong. */
function split(name: string): [operation: string, failure: string] {
  const at = name.indexOf(" ");
  return [name.slice(0, at), name.slice(at + 1)];
}

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
const PROBLEMS = ["not JSON", "empty response", "the same marker came twice"];
