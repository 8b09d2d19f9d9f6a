import { readdirSync, readlinkSync } from "node:fs";
import type { ActiveFault, Seed } from "content-service-sandbox";
import { percentile } from "../support/figure.js";
import type { Creation, KnownFile } from "./ledger.js";
import type { TokenCounts } from "./token-server.js";

/** The argument of a callers process. */
export interface CallersOptions {
  /** Index of the process. */
  readonly process: number;
  readonly callers: number;
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly tokenFile: string;
}

/** The measures of callers since the last sample. */
export interface Measures {
  readonly latenciesMs: number[];
  /** By operation. */
  readonly calls: Tally;
  /** Failed calls by operation and failure. */
  readonly failures: Tally;
  /** Failed attempts by operation and failure. */
  readonly attempts: Tally;
  /** Refresh events by outcome. */
  readonly refreshes: Tally;
  readonly sent: number;
  readonly retries: number;
  readonly repeatedPages: number;
  readonly creations: Creation[];
  /** Violated expectations. */
  readonly problems: string[];
}

/** A message of the parent: send a sample, or finish. */
export type Question = { readonly sample: number; readonly collect: boolean } | "finish";

export type CallersMessage =
  | { readonly type: "sample"; readonly sample: number; readonly usage: Usage; readonly measures: Measures }
  | { readonly type: "finished"; readonly files: readonly KnownFile[] };

export type SandboxMessage =
  | { readonly type: "ready"; readonly baseUrl: string; readonly authUrl: string; readonly refreshToken: string }
  | { readonly type: "sample"; readonly sample: number; readonly usage: Usage }
  | { readonly type: "finished"; readonly end: SandboxEnd };

/** The final state of the sandbox. */
export interface SandboxEnd {
  readonly records: Seed;
  readonly faults: readonly ActiveFault[];
  readonly tokens: TokenCounts;
  /** By operation. */
  readonly requests: Tally;
  /** Failures of the sandbox itself. */
  readonly failures: readonly string[];
}

/** One second of all processes. */
export interface Second {
  readonly atMs: number;
  /** The exact length. */
  readonly lengthMs: number;
  readonly calls: number;
  readonly failures: number;
  readonly requests: number;
  readonly retries: number;
  readonly refreshes: number;
  /** Undefined if no call ended. */
  readonly p50Ms: number | undefined;
  readonly p99Ms: number | undefined;
  readonly callers: readonly Usage[];
  readonly sandbox: Usage;
}

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
    // Not Linux: Node does not list idle connections.
    return process.getActiveResourcesInfo().filter((name) => name === "TCPSocketWrap").length;
  }
}

function isSocket(descriptor: string): boolean {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`).startsWith("socket:");
  } catch {
    // Closed meanwhile, such as the descriptor that read the folder.
    return false;
  }
}

export type Tally = Record<string, number>;

export function count(tally: Tally, name: string, times = 1): void {
  tally[name] = (tally[name] ?? 0) + times;
}

export function addAll(to: Tally, from: Tally): void {
  for (const [name, times] of Object.entries(from)) count(to, name, times);
}

export function total(tally: Tally): number {
  return Object.values(tally).reduce((sum, times) => sum + times, 0);
}
