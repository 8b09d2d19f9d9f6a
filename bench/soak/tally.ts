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
