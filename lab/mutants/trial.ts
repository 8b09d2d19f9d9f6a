// Runs a lane of the tests, or one file, up to the first failure:
// `trial.ts <lane> <room> <mutated file> <test file or ""> [files left out ...]`. Sends its parent the name of the file that
// runs, again for each test, and the first failure at the end.
import { BaseSequencer, createVitest, type TestSpecification } from "vitest/node";
import type { TrialResult } from "./run-trial.js";

/** Where the tests of a room are. */
const TESTS: Readonly<Record<string, string>> = { client: "test/", kit: "contract", sandbox: "sandbox/" };
const SLOW = [".slow.test", "test/properties"];
/** A mutant that waits forever. Of the slow lane, some tests take longer. */
const FAST_TIMEOUT_MS = 60_000;

class InGivenOrder extends BaseSequencer {
  override async sort(specs: TestSpecification[]): Promise<TestSpecification[]> {
    return specs;
  }
}

const [lane, room = "", mutated = "", only, ...excluded] = process.argv.slice(2);
const wordsOfMutated = new Set(mutated.split(/\W/));
const vitest = await createVitest("test", {
  watch: false,
  bail: 1,
  fileParallelism: false,
  sequence: { sequencer: InGivenOrder, shuffle: true, seed: 1 },
  ...(lane === "fast" ? { testTimeout: FAST_TIMEOUT_MS } : {}),
  reporters: [
    {
      onTestModuleStart: ({ relativeModuleId }) => void process.send?.(relativeModuleId),
      onTestCaseResult: ({ module }) => void process.send?.(module.relativeModuleId),
    },
  ],
});
const filters = lane === "fast" ? [] : SLOW;
const specs = await vitest.globTestSpecifications(only ? [only] : filters);
const sorted = specs
  .filter((spec) => !excluded.includes(pathOf(spec)))
  .map((spec) => ({ spec, closeness: closenessOf(spec) }))
  .sort((a, b) => b.closeness - a.closeness)
  .map(({ spec }) => spec);
const projects = [...new Set(sorted.map(({ project }) => project))];
const stages = projects.map((project) => sorted.filter((spec) => spec.project === project));
const result = await failureIn(stages).catch((error: unknown): TrialResult => ({ failed: String(error) }));
await new Promise((resolve) => process.send?.(result, resolve));
process.exit();

/** Runs the projects in turn, so that a later one, such as the site, is set up only when no earlier one fails. */
async function failureIn(stages: readonly TestSpecification[][]): Promise<TrialResult> {
  for (const stage of stages) {
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(stage);
    for (const module of testModules) {
      const [test] = module.children.allTests("failed");
      const [error] = module.errors();
      if (test !== undefined || error !== undefined)
        return { file: module.relativeModuleId, failed: test?.fullName ?? error?.message ?? "" };
    }
    if (unhandledErrors.length > 0) return { failed: `unhandled error: ${String(unhandledErrors[0])}` };
  }
  return {};
}

/** How much the path of a test has in common with the mutated file; tests of the same room come first. */
function closenessOf(spec: TestSpecification): number {
  const path = pathOf(spec);
  const shared = path.split(/\W/).filter((word) => wordsOfMutated.has(word)).length;
  return shared + (path.startsWith(TESTS[room] ?? "") ? 100 : 0);
}

function pathOf({ moduleId }: TestSpecification): string {
  return moduleId.slice(process.cwd().length + 1);
}
