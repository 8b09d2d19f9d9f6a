import type { ClientEvent } from "content-service-client";
import { failureName } from "./explain.js";
import type { Asked } from "./ledger.js";
import type { Measures } from "./messages.js";
import { count } from "./second.js";

/** How a call ended. */
export type Ended<Value> = { readonly value: Value } | { readonly error: unknown };

/** Measures and counts what the callers of a process do. */
export interface Meter {
  /** Makes a call and says how it ended; `isCall` tells of a value whether there was a call at all. */
  call<Value>(operation: string, work: () => Promise<Value>, isCall?: (value: Value) => boolean): Promise<Ended<Value>>;
  ask(asked: Asked): void;
  /** Counts a first page that came again, since its marker led to itself. */
  repeatedPage(): void;
  /** Notes that a promise was broken. */
  problem(text: string): void;
  /** For the option of the client. */
  onEvent(event: ClientEvent): void;
  /** Gives what came together since the last time. */
  take(): Measures;
}

/** Makes a meter. It keeps nothing that it has given, so that what grows is what the client keeps. */
export function createMeter(): Meter {
  let now = nothingYet();
  return {
    async call(operation, work, isCall = () => true) {
      const startMs = performance.now();
      const note = () => {
        now.latenciesMs.push(Math.round((performance.now() - startMs) * 10) / 10);
        count(now.calls, operation);
      };
      try {
        const value = await work();
        if (isCall(value)) note();
        return { value };
      } catch (error) {
        note();
        count(now.failures, `${operation} ${failureName(error, performance.now() - startMs)}`);
        return { error };
      }
    },
    ask: (asked) => void now.asked.push(asked),
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
      now = nothingYet();
      return taken;
    },
  };
}

/** The measures of callers that have not begun. */
export function nothingYet() {
  return {
    latenciesMs: [] as number[],
    calls: {},
    failures: {},
    attempts: {},
    refreshes: {},
    sent: 0,
    retries: 0,
    repeatedPages: 0,
    asked: [] as Asked[],
    problems: [] as string[],
  };
}
