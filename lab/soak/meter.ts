import { readdirSync, readlinkSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { type ClientEvent, isAuthError } from "content-service-client";
import { count, failureName, type Tally } from "./explain.js";
import type { Creation } from "./ledger.js";

export type Ended<Value> = { readonly value: Value } | { readonly error: unknown };

/** Longer than the client's wait after a second failure of the token server. */
const BACKOFF_MS = 2000;

/** The measures of callers since the last sample. */
export function noMeasures() {
  return {
    latenciesMs: [] as number[],
    /** By operation. */
    calls: {} as Tally,
    /** Failed calls by operation and failure. */
    failures: {} as Tally,
    retries: 0,
    refreshes: 0,
    repeatedPages: 0,
    creations: [] as Creation[],
    /** Violated expectations. */
    problems: [] as string[],
  };
}

export type Measures = ReturnType<typeof noMeasures>;

/** Creates a meter. It keeps nothing it has returned, so that only the client can make the heap grow. */
export function createMeter() {
  const meter = {
    measures: noMeasures(),
    /** Runs and measures a call. */
    async call<Value>(operation: string, work: () => Promise<Value>): Promise<Ended<Value>> {
      const startMs = performance.now();
      const took = () => Math.round(performance.now() - startMs);
      count(meter.measures.calls, operation);
      try {
        const value = await work();
        meter.measures.latenciesMs.push(took());
        return { value };
      } catch (error) {
        meter.measures.latenciesMs.push(took());
        count(meter.measures.failures, `${operation} ${failureName(error, took())}`);
        // As an application would: during the backoff from the token server, each call fails at once.
        if (isAuthError(error)) await sleep(BACKOFF_MS);
        return { error };
      }
    },
    problem: (text: string) => void meter.measures.problems.push(text),
    /** For `createClient`. */
    onEvent({ type, ...event }: ClientEvent) {
      if (type === "retry") meter.measures.retries += 1;
      if (type === "refresh" && "outcome" in event && event.outcome === "renewed") meter.measures.refreshes += 1;
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

/** Resources of a process. */
export interface Usage {
  readonly rssBytes: number;
  /** Heap and buffers after a garbage collection; undefined without one. */
  readonly heapBytes: number | undefined;
  /** Open sockets, without those at the start. */
  readonly sockets: number;
}

/** Measures this process. Call it before the first connection. */
export function usageMeter(): (collect: boolean) => Usage {
  const before = socketCount();
  return (collect) => {
    if (collect) globalThis.gc?.();
    const { rss, heapUsed, external } = process.memoryUsage();
    return {
      rssBytes: rss,
      heapBytes: collect ? heapUsed + external : undefined,
      sockets: socketCount() - before,
    };
  };
}

/** On Linux. Node itself does not list idle connections. */
function socketCount(): number {
  return readdirSync("/proc/self/fd").filter((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`).startsWith("socket:");
    } catch {
      // Closed meanwhile, such as the descriptor that read the folder.
      return false;
    }
  }).length;
}
