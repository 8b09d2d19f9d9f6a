import { setTimeout as sleep } from "node:timers/promises";
import { ApiError, AuthError, type ClientEvent, isAuthError, NetworkError, TimeoutError } from "content-service-client";
import { TOKEN_LIFE_MS } from "./plan.js";

export type Tally = Record<string, number>;

export function count(tally: Tally, name: string, times = 1): void {
  tally[name] = (tally[name] ?? 0) + times;
}

export function total(tally: Tally): number {
  return Object.values(tally).reduce((sum, times) => sum + times, 0);
}

/** A create request and its outcome. */
export interface Creation {
  /** Unique. */
  readonly name: string;
  /** `rejected`: the failure says that nothing was done. `unknown`: any other failure. */
  readonly outcome: "done" | "rejected" | "unknown";
  /** The id in the response. */
  readonly id: string | undefined;
}

/** What callers did since the last sample. */
export function noMeasures() {
  return {
    latenciesMs: [] as number[],
    /** By operation. */
    calls: {} as Tally,
    /** Failed calls by operation and failure. */
    failures: {} as Tally,
    /** Retries, refreshes, and first pages that came twice. */
    events: {} as Tally,
    creations: [] as Creation[],
    problems: [] as string[],
  };
}

export type Measures = ReturnType<typeof noMeasures>;

export function addMeasures(sum: Measures, more: Measures): void {
  for (const part of ["calls", "failures", "events"] as const)
    for (const [name, times] of Object.entries(more[part])) count(sum[part], name, times);
  sum.latenciesMs.push(...more.latenciesMs);
  sum.creations.push(...more.creations);
  sum.problems.push(...more.problems);
}

/** Longer than the client's wait after a second failure of the token server. */
const BACKOFF_MS = 2000;

/** Creates a meter. It keeps nothing it has returned, so that only the client can make the heap grow. */
export function createMeter() {
  const meter = {
    measures: noMeasures(),
    async call<Value>(operation: string, work: () => Promise<Value>): Promise<PromiseSettledResult<Value>> {
      const startMs = performance.now();
      count(meter.measures.calls, operation);
      const [ended] = await Promise.allSettled([work()]);
      const tookMs = Math.round(performance.now() - startMs);
      meter.measures.latenciesMs.push(tookMs);
      if (ended.status === "rejected") {
        count(meter.measures.failures, `${operation} ${failureName(ended.reason, tookMs)}`);
        // As an application would: during the backoff from the token server, each call fails at once.
        if (isAuthError(ended.reason)) await sleep(BACKOFF_MS);
      }
      return ended;
    },
    problem: (text: string) => void meter.measures.problems.push(text),
    onEvent({ type, ...event }: ClientEvent) {
      if (type === "retry") count(meter.measures.events, "retries");
      if (type === "refresh" && "outcome" in event && event.outcome === "renewed")
        count(meter.measures.events, "refreshes");
    },
    /** Returns the measures since the last call. */
    take(): Measures {
      const taken = meter.measures;
      meter.measures = noMeasures();
      return taken;
    },
  };
  return meter;
}

export type Meter = ReturnType<typeof createMeter>;

/** Message parts for unusable successful responses. */
const PROBLEMS = ["not JSON", "empty response", "the same marker came twice"];
/** A 401 of a call that took longer than the lifetime of a token, because the machine was busy. */
export const OUTLIVED = "ApiError 401 of a call that outlived its tokens";
export const NO_TOKEN = "AuthError token_server_unavailable";

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
