/** Turns values into heights, and says which values to write beside the plot. */
export interface Scale {
  /** From 0 at the bottom to 1 at the top. */
  readonly at: (value: number) => number;
  readonly ticks: readonly number[];
}

/** A scale from 0 to a round number that no value passes. */
export function linearScale(values: readonly number[]): Scale {
  const highest = Math.max(1, ...values);
  const step = roundStep(highest / 4);
  const count = Math.ceil(highest / step);
  return {
    at: (value) => value / (step * count),
    ticks: Array.from({ length: count + 1 }, (_, index) => step * index),
  };
}

/** A scale of powers of ten, for values of which some are many times as large as others. */
export function logScale(values: readonly number[]): Scale {
  const powers = values.filter((value) => value > 0).map(Math.log10);
  const lowest = powers.length === 0 ? 0 : Math.floor(Math.min(...powers));
  const highest = Math.max(lowest + 1, Math.ceil(Math.max(lowest, ...powers)));
  return {
    at: (value) => (Math.log10(Math.max(value, 10 ** lowest)) - lowest) / (highest - lowest),
    ticks: Array.from({ length: highest - lowest + 1 }, (_, index) => 10 ** (lowest + index)),
  };
}

/** The next of 1, 2, 5, 10, 20, 50 and so on. */
export function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 5, 10].find((one) => one * power >= least * 0.999) ?? 10;
  return factor * power;
}
