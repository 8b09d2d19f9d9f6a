import { percentile } from "../figure.js";
import type { Measures } from "./messages.js";
import { total } from "./tally.js";
import type { Usage } from "./usage.js";

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
