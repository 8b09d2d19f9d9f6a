/** The steps of a semantic version, from the smallest to the largest. */
export const STEPS = ["patch", "minor", "major"] as const;
/** A step of a semantic version. */
export type Step = (typeof STEPS)[number];

/** The version one step later: `nextVersion("1.4.2", "minor")` is `1.5.0`. */
export function nextVersion(version: string, step: Step): string {
  const [major, minor, patch] = numbersOf(version);
  if (step === "major") return `${major + 1}.0.0`;
  if (step === "minor") return `${major}.${minor + 1}.0`;
  return `${major}.${minor}.${patch + 1}`;
}

/**
 * The step that a change needs after a version. Before 1.0.0 every step is one smaller, as npm reads ranges: `^0.4.0`
 * includes 0.4.9 but not 0.5.0.
 */
export function stepFrom(version: string, impact: Step): Step {
  const [major] = numbersOf(version);
  if (major > 0) return impact;
  return impact === "major" ? "minor" : "patch";
}

/** The largest of some steps; undefined when there are none. */
export function largestStep(steps: readonly Step[]): Step | undefined {
  return STEPS.findLast((step) => steps.includes(step));
}

/** Whether one step is at least as large as another. */
export function atLeast(step: Step, needed: Step): boolean {
  return STEPS.indexOf(step) >= STEPS.indexOf(needed);
}

export function isVersion(version: string): boolean {
  return FORM.test(version);
}

const FORM = /^(\d+)\.(\d+)\.(\d+)$/;

function numbersOf(version: string): [number, number, number] {
  const found = FORM.exec(version);
  if (!found) throw new Error(`${version} is not a version of the form 1.2.3.`);
  return [Number(found[1]), Number(found[2]), Number(found[3])];
}
