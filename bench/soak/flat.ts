import { percentile } from "../figure.js";

/** What something was in the second quarter of a run and in the last one. */
export interface Growth {
  readonly before: number;
  readonly after: number;
}

/**
 * Compares the medians of the second and of the last quarter. The first quarter is left out: in it the code gets warm.
 * Gives undefined where there are too few values.
 */
export function growth(values: readonly (number | undefined)[]): Growth | undefined {
  const known = values.filter((value) => value !== undefined);
  const quarter = Math.floor(known.length / 4);
  if (quarter === 0) return undefined;
  return {
    before: percentile(known.slice(quarter, 2 * quarter), 0.5),
    after: percentile(known.slice(-quarter), 0.5),
  };
}

/** Whether something did not grow by more than a share of what it was, or than an amount, whichever is more. */
export function isFlat(
  { before, after }: Growth,
  allowed: { readonly share: number; readonly amount: number },
): boolean {
  return after - before <= Math.max(allowed.amount, allowed.share * before);
}
