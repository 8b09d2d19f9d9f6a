import type { Defect } from "./defect.js";

/** So many defects, from all categories in turn; all of them when the number is 0. */
export function sampled(defects: readonly Defect[], count: number): Defect[] {
  if (count === 0) return [...defects];
  const taken = new Map<string, number>();
  const turns = defects.map((defect) => {
    const turn = taken.get(defect.category) ?? 0;
    taken.set(defect.category, turn + 1);
    return { defect, turn };
  });
  // Sorting keeps the order of what is equal, so that the sample is the same each time.
  const ordered = turns.toSorted((left, right) => left.turn - right.turn);
  return ordered.slice(0, count).map(({ defect }) => defect);
}
