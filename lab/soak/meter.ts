import { setTimeout as sleep } from "node:timers/promises";
import { type ClientEvent, isAuthError } from "content-service-client";
import { failureName } from "./explain.js";
import type { Creation } from "./ledger.js";
import { count, type Measures } from "./measures.js";

export type Ended<Value> = { readonly value: Value } | { readonly error: unknown };

export interface Meter {
  /** Runs and measures a call. `isCall` is false for a value that needed no call. */
  call<Value>(operation: string, work: () => Promise<Value>, isCall?: (value: Value) => boolean): Promise<Ended<Value>>;
  created(creation: Creation): void;
  /** Counts a first page that came twice. */
  repeatedPage(): void;
  /** Records a violated expectation. */
  problem(text: string): void;
  /** For `createClient`. */
  onEvent(event: ClientEvent): void;
  /** Returns the measures since the last call. */
  take(): Measures;
}

/** Longer than the client's wait after a second failure of the token server. */
const BACKOFF_MS = 2000;

/** Creates a meter. It keeps nothing it has returned, so that only the client can make the heap grow. */
export function createMeter(): Meter {
  let now = noMeasures();
  return {
    async call(operation, work, isCall = () => true) {
      const startMs = performance.now();
      const record = () => {
        now.latenciesMs.push(Math.round((performance.now() - startMs) * 10) / 10);
        count(now.calls, operation);
      };
      try {
        const value = await work();
        if (isCall(value)) record();
        return { value };
      } catch (error) {
        record();
        count(now.failures, `${operation} ${failureName(error, performance.now() - startMs)}`);
        // As an application would: during the backoff from the token server, each call fails at once.
        if (isAuthError(error)) await sleep(BACKOFF_MS);
        return { error };
      }
    },
    created: (creation) => void now.creations.push(creation),
    repeatedPage() {
      now.repeatedPages += 1;
    },
    problem: (text) => void now.problems.push(text),
    onEvent(event) {
      if (event.type === "request") now.sent += 1;
      if (event.type === "retry") now.retries += 1;
      if (event.type === "refresh") count(now.refreshes, event.outcome);
      if (event.type === "response" && event.status >= 400) count(now.attempts, `${event.operation} ${event.status}`);
      if (event.type === "failure") count(now.attempts, `${event.operation} ${failureName(event.error)}`);
    },
    take() {
      const taken = now;
      now = noMeasures();
      return taken;
    },
  };
}

/** Empty measures. */
export function noMeasures() {
  return {
    latenciesMs: [] as number[],
    calls: {},
    failures: {},
    attempts: {},
    refreshes: {},
    sent: 0,
    retries: 0,
    repeatedPages: 0,
    creations: [] as Creation[],
    problems: [] as string[],
  };
}
