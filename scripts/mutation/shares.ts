import type { Group } from "./groups.js";
import type { Mutant } from "./mutants.js";

/** How many mutants of a group the tests noticed. */
export interface Share extends Group {
  readonly killed: number;
  /** Those that ended a test run by never ending themselves: noticed, too. */
  readonly timedOut: number;
  readonly survived: number;
  /** The noticed ones among all, in percent; NaN where there are none. */
  readonly percent: number;
}

const SURVIVED = new Set(["Survived", "NoCoverage"]);

/** Whether no test noticed a mutant. */
export function hasSurvived({ status }: Pick<Mutant, "status">): boolean {
  return SURVIVED.has(status);
}

/** The share of each group. A mutant that does not even load counts for nothing. */
export function sharesOf(mutants: readonly Mutant[], groups: readonly Group[]): Share[] {
  return groups.map((group) => {
    const own = mutants.filter(({ file }) => group.files.test(file));
    const killed = own.filter(({ status }) => status === "Killed").length;
    const timedOut = own.filter(({ status }) => status === "Timeout").length;
    const survived = own.filter(hasSurvived).length;
    return {
      ...group,
      killed,
      timedOut,
      survived,
      percent: (100 * (killed + timedOut)) / (killed + timedOut + survived),
    };
  });
}
