import { percentile } from "../figure.js";

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
