import { readdirSync, readlinkSync } from "node:fs";
import { percentile } from "../figure.js";
import type { Measures } from "./messages.js";

/** One second of a soak, of all processes together. */
export interface Second {
  /** Since the start. */
  readonly atMs: number;
  /** How long it really was. */
  readonly lengthMs: number;
  readonly calls: number;
  readonly failures: number;
  readonly requests: number;
  readonly retries: number;
  readonly refreshes: number;
  /** Undefined when no call ended. */
  readonly p50Ms: number | undefined;
  readonly p99Ms: number | undefined;
  readonly callers: readonly Usage[];
  readonly sandbox: Usage;
}

/** Puts together what all processes measured in a second. */
export function secondOf(
  time: { readonly atMs: number; readonly lengthMs: number },
  measured: readonly { readonly usage: Usage; readonly measures: Measures }[],
  sandbox: Usage,
): Second {
  const all = measured.map(({ measures }) => measures);
  const sum = (read: (one: Measures) => number) => all.reduce((count, one) => count + read(one), 0);
  const latencies = all.flatMap(({ latenciesMs }) => latenciesMs);
  const latency = (share: number) => (latencies.length === 0 ? undefined : percentile(latencies, share));
  return {
    ...time,
    calls: sum(({ calls }) => total(calls)),
    failures: sum(({ failures }) => total(failures)),
    requests: sum(({ sent }) => sent),
    retries: sum(({ retries }) => retries),
    refreshes: sum(({ refreshes }) => refreshes["renewed"] ?? 0),
    p50Ms: latency(0.5),
    p99Ms: latency(0.99),
    callers: measured.map(({ usage }) => usage),
    sandbox,
  };
}

/** What a process uses. */
export interface Usage {
  readonly rssBytes: number;
  /** What is still in use after a collection of garbage, buffers included; undefined where there was none. */
  readonly heapBytes: number | undefined;
  /** Open sockets beside those that the process was started with. */
  readonly sockets: number;
}

/** Makes the function that measures this process. Call it before the first connection. */
export function usageMeter(): (collect: boolean) => Usage {
  const before = socketCount();
  return (collect) => {
    const canCollect = collect && globalThis.gc !== undefined;
    if (canCollect) globalThis.gc?.();
    const { rss, heapUsed, external } = process.memoryUsage();
    return {
      rssBytes: rss,
      heapBytes: canCollect ? heapUsed + external : undefined,
      sockets: socketCount() - before,
    };
  };
}

function socketCount(): number {
  try {
    return readdirSync("/proc/self/fd").filter(isSocket).length;
  } catch {
    // Not Linux. What Node knows leaves out connections that are kept idle.
    return process.getActiveResourcesInfo().filter((name) => name === "TCPSocketWrap").length;
  }
}

function isSocket(descriptor: string): boolean {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`).startsWith("socket:");
  } catch {
    // It was closed meanwhile, such as the one that read the folder.
    return false;
  }
}

/** How often each thing happened. */
export type Tally = Record<string, number>;

/** Counts something. */
export function count(tally: Tally, name: string, times = 1): void {
  tally[name] = (tally[name] ?? 0) + times;
}

/** Adds the counts of one tally to another. */
export function addAll(to: Tally, from: Tally): void {
  for (const [name, times] of Object.entries(from)) count(to, name, times);
}

/** The sum of all counts. */
export function total(tally: Tally): number {
  return Object.values(tally).reduce((sum, times) => sum + times, 0);
}
