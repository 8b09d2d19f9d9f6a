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
  readonly ways: readonly GetFigures[];
}

/** What is measured besides a GET, by the id of its limit. */
export type OtherResults = Readonly<Partial<Record<"paging-cpu" | "paging-heap" | "prefetch-wall", Spread>>>;

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
  readonly others: OtherResults;
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

/** Computes the median and the quartiles, to four digits. A count, or the only measurement, has no spread. */
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
