import fc from "fast-check";

const { FUZZ_RUNS = "2000", FUZZ_SEED = "20260111", FUZZ_PATH } = process.env;

/**
 * Tries a property on many cases: the same ones each time, unless `FUZZ_RUNS` and `FUZZ_SEED` ask for others.
 * `FUZZ_PATH` leads straight to the case that failed. See `scripts/fuzz.ts`.
 */
export async function check<Case>(property: fc.IRawProperty<Case>): Promise<void> {
  await fc.assert(property, {
    numRuns: Number(FUZZ_RUNS),
    seed: Number(FUZZ_SEED),
    ...(FUZZ_PATH !== undefined && { path: FUZZ_PATH }),
  });
}
