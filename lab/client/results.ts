import { percentile } from "../support/figure.js";

/** The cost of one way to send a GET. A ratio compares a round with the same round of another way. */
export interface GetFigures {
  readonly name: string;
  /** CPU time of a call in the client's process. */
  readonly cpuUs: Spread;
  readonly perSecond: Spread;
  /** Calls per second relative to bare `fetch`. */
  readonly rateRatio: Spread;
  /** Processor time relative to bare `fetch` and to other ways, by their names. */
  readonly cpuRatios: Readonly<Record<string, Spread>>;
}

export interface GetResults {
  readonly concurrency: number;
  readonly rounds: number;
  readonly callsInRound: number;
  readonly ways: readonly GetFigures[];
}

/** Paging through a long list, compared with a hand-written loop. */
export interface PagingResults {
  readonly items: number;
  readonly pages: number;
  readonly rounds: number;
  readonly clientCpuMs: Spread;
  readonly handWrittenCpuMs: Spread;
  readonly cpuRatio: Spread;
  /** Heap after a garbage collection, after a quarter of the pages and after all of them. */
  readonly heapQuarterBytes: number;
  readonly heapEndBytes: number;
  /** Highest heap without a collection, in the first quarter and after it. */
  readonly peakQuarterBytes: number;
  readonly peakRestBytes: number;
}

/** Prefetching, with a consumer as slow as the server. */
export interface PrefetchResults {
  readonly pages: number;
  readonly rounds: number;
  readonly serverMs: number;
  readonly withoutMs: Spread;
  readonly withMs: Spread;
  readonly wallRatio: Spread;
}

/** Many concurrent calls with an expired token. */
export interface StormResults {
  readonly calls: number;
  readonly rounds: number;
  /** Token requests of the worst round. */
  readonly refreshes: number;
  /** Failed calls of all rounds. */
  readonly failures: number;
  readonly freshMs: Spread;
  readonly expiredMs: Spread;
  readonly wallRatio: Spread;
  /** The same with a revoked token: a 401 rejects it, so each call is sent twice. */
  readonly revoked: { readonly refreshes: number; readonly failures: number; readonly wallRatio: Spread };
}

/** The results of a run on one version of Node. */
export interface Results {
  readonly node: string;
  /** The commit of the measured client. */
  readonly commit: string;
  readonly date: string;
  readonly processors: number;
  /** Load average at the start. */
  readonly load: number;
  readonly versions: Readonly<Record<string, string>>;
  readonly get: readonly GetResults[];
  readonly paging?: PagingResults;
  readonly prefetch?: PrefetchResults;
  readonly storm?: StormResults;
}

/** The results of one way to send a GET, or undefined if the run did not measure it. */
export function way(results: Results, concurrency: number, name: string): GetFigures | undefined {
  return results.get.find((one) => one.concurrency === concurrency)?.ways.find((one) => one.name === name);
}

/** The median of several rounds, and their quartiles. */
export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/** Computes the median and the quartiles, to four digits. */
export function spread(values: readonly number[]): Spread {
  const at = (share: number) => Number(percentile(values, share).toPrecision(4));
  return { median: at(0.5), low: at(0.25), high: at(0.75) };
}

/** Divides each round by the same round of the base: other load on the machine affects both. */
export function pairedRatios(values: readonly number[], base: readonly number[]): number[] {
  if (values.length !== base.length) throw new Error(`Expected ${base.length} rounds; received ${values.length}`);
  return values.map((value, round) => {
    const other = base[round];
    if (other === undefined || !(other > 0)) throw new Error(`Expected a time in round ${round} of the base`);
    return value / other;
  });
}

/** A spread for a table, to three digits. */
export function spreadText({ median, low, high }: Spread): string {
  const short = (value: number) => String(Number(value.toPrecision(3)));
  return low === high ? short(median) : `${short(median)} (${short(low)} to ${short(high)})`;
}
