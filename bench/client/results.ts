import { percentile } from "../figure.js";

/** What one way of sending a GET costs. Ratios are those of the rounds, each to bare `fetch` in the same round. */
export interface GetFigures {
  readonly name: string;
  /** Processor time of the client's process for a call, in microseconds. */
  readonly cpuUs: Spread;
  readonly perSecond: Spread;
  readonly cpuRatio: Spread;
  readonly rateRatio: Spread;
}

/** All ways of sending a GET, with so many at once. */
export interface GetResults {
  readonly concurrency: number;
  readonly rounds: number;
  readonly callsInRound: number;
  readonly ways: readonly GetFigures[];
}

/** Going through a long list, beside a loop written by hand. */
export interface PagingResults {
  readonly items: number;
  readonly pages: number;
  readonly rounds: number;
  readonly clientCpuMs: Spread;
  readonly handWrittenCpuMs: Spread;
  readonly cpuRatio: Spread;
  /** The heap after a collection, when a quarter of the pages is read and when all are. */
  readonly heapQuarterBytes: number;
  readonly heapEndBytes: number;
  /** The most that the heap held in the first quarter, and after it, without a collection. */
  readonly peakQuarterBytes: number;
  readonly peakRestBytes: number;
}

/** Reading ahead, with a consumer that takes as long as the server for a page. */
export interface PrefetchResults {
  readonly pages: number;
  readonly rounds: number;
  readonly serverMs: number;
  readonly withoutMs: Spread;
  readonly withMs: Spread;
  readonly wallRatio: Spread;
}

/** Many calls at once with a token that has expired. */
export interface StormResults {
  readonly calls: number;
  readonly rounds: number;
  /** The most that a round needed. */
  readonly exchanges: number;
  /** Of all rounds. */
  readonly failures: number;
  readonly freshMs: Spread;
  readonly expiredMs: Spread;
  readonly wallRatio: Spread;
  /** The same where only the service knows that the token is no longer good, so that each call is sent twice. */
  readonly refused: { readonly exchanges: number; readonly failures: number; readonly wallRatio: Spread };
}

/** What it costs to check a page of 100 entries, beside `JSON.parse` of it; the page that costs most. */
export interface CheckResults {
  readonly page: string;
  readonly ratio: Spread;
}

/** All that a run measured on one version of Node. */
export interface Results {
  readonly node: string;
  readonly date: string;
  readonly form: "full" | "short";
  readonly processors: number;
  /** How many processes wanted a processor when the run started. */
  readonly load: number;
  readonly versions: Readonly<Record<string, string>>;
  readonly get: readonly GetResults[];
  readonly paging?: PagingResults;
  readonly prefetch?: PrefetchResults;
  readonly storm?: StormResults;
  readonly checkExchange?: CheckResults;
  /** How long the suites took against the mock, in seconds. */
  readonly suiteSeconds?: number;
}

/** One way of sending a GET; undefined where it was not measured. */
export function way(results: Results, concurrency: number, name: string): GetFigures | undefined {
  return results.get.find((one) => one.concurrency === concurrency)?.ways.find((one) => one.name === name);
}

/** What several rounds gave: the middle one, and between which two half of them lie. */
export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/** The median and the quartiles, to four digits: more would say nothing. */
export function spread(values: readonly number[]): Spread {
  const at = (share: number) => Number(percentile(values, share).toPrecision(4));
  return { median: at(0.5), low: at(0.25), high: at(0.75) };
}

/** The ratio of each round to the same round of something else: what the machine does besides hits both. */
export function pairedRatios(values: readonly number[], base: readonly number[]): number[] {
  if (values.length !== base.length) throw new Error(`${values.length} rounds beside ${base.length}`);
  return values.map((value, round) => {
    const other = base[round];
    if (other === undefined || !(other > 0)) throw new Error(`round ${round} of the base has no time`);
    return value / other;
  });
}

/** A list that starts at another place in each round, so that nobody gains by who goes before. */
export function turned<One>(list: readonly One[], round: number): One[] {
  const turn = list.map((_, index) => list[(index + round) % list.length] as One); // The index is below the length.
  return round % 2 === 0 ? turn : turn.reverse();
}
