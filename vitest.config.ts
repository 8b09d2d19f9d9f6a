import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import tsconfig from "./tsconfig.json" with { type: "json" };

const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// Tests import the packages by their names, as users do, and run from source.
const alias = Object.entries(tsconfig.compilerOptions.paths).map(([name, [file = ""]]) => ({
  find: new RegExp(`^${name}$`),
  replacement: fromHere(file),
}));

// `npm test` leaves out files named *.slow.test.ts; `npm run test:all` runs them as well.
const slow = process.env["TEST_LANE"] === undefined ? ["**/*.slow.test.ts"] : [];

const SUITES = "contract-tests/suites";
// A mock cannot reject every invalid request.
const ON_SANDBOX = `${SUITES}/negative.test.ts`;

const onTarget = (name: string, groupOrder: number, include: string[], exclude: string[] = []) => ({
  extends: true as const,
  test: {
    name,
    sequence: { groupOrder },
    include,
    exclude: [...exclude, ...slow],
    globalSetup: `${SUITES}/global-setup.ts`,
    // No test changes state that another test sees, so files share the compiled contract.
    isolate: false,
  },
});
const COMMANDS = "contract-tests/test/commands/**/*.test.ts";

export default defineConfig({
  resolve: { alias },
  test: {
    // Among slow files, the longest ones run first, so that none of them is left to run alone.
    sequence: { shuffle: { files: process.env["TEST_LANE"] === undefined, tests: true } },
    // By default, vitest leaves one processor idle.
    maxWorkers: "100%",
    // Concurrent tests start processes. More at a time would only make each of them slower.
    maxConcurrency: 2,
    // Only a machine under load comes near this limit. No test waits by the wall clock.
    testTimeout: 420_000,
    hookTimeout: 180_000,
    // One project after another: a worker that changes projects loads all modules again.
    projects: [
      {
        extends: true,
        test: {
          name: "client",
          sequence: { groupOrder: 1 },
          include: ["{test,examples/test,lab/test}/**/*.test.ts"],
          exclude: ["test/reliability/**", ...slow],
          // No test changes state that another test sees, so files share the loaded modules.
          isolate: false,
          setupFiles: "test/support/platform-fetch.ts",
        },
      },
      {
        extends: true,
        test: {
          name: "site",
          sequence: { groupOrder: 2 },
          include: ["site/**/*.test.ts"],
          exclude: slow,
          globalSetup: "site/test/build-once.ts",
          // All tests read one built site, so files share the loaded modules.
          isolate: false,
        },
      },
      onTarget(
        "contract",
        3,
        [`${SUITES}/*.test.ts`, "{contract,contract-tests}/test/**/*.test.ts"],
        [COMMANDS, ON_SANDBOX],
      ),
      onTarget("sandbox", 4, [ON_SANDBOX, "sandbox/test/**/*.test.ts", "test/reliability/**/*.test.ts", COMMANDS]),
    ],
  },
});
