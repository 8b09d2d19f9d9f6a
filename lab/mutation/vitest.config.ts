import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import whole from "../../vitest.config.js";

// Tests of documents and tools, and tests that would cost seconds for each mutant.
const exclude = [
  "test/{architecture,types}.test.ts",
  "test/{contract,docs,properties,reliability,scripts}/**",
  "**/*.slow.test.ts",
];

// Stryker runs tests in threads, where the working directory and the user cannot change.
const needsProcess = ["test/tokens/file-*.test.ts"];
// These start servers, so they run last, for the mutants that no other test detects.
const slow = ["test/tokens/redis-token-store.test.ts"];

/** The quick tests of the client, which run for each mutant. */
export default defineConfig({
  ...(whole.resolve && { resolve: whole.resolve }),
  test: {
    root: fileURLToPath(new URL("../..", import.meta.url)),
    // A mutant may wait forever. A test here takes milliseconds.
    testTimeout: 10_000,
    projects: [
      {
        extends: true,
        test: { name: "quick", include: ["test/**/*.test.ts"], exclude: [...exclude, ...needsProcess, ...slow] },
      },
      {
        extends: true,
        test: { name: "slow", include: slow, sequence: { groupOrder: 1 } },
      },
      {
        extends: true,
        plugins: [
          {
            name: "in-a-process",
            configureVitest({ project }) {
              project.config.pool = "forks";
            },
          },
        ],
        test: { name: "process", include: needsProcess, sequence: { groupOrder: 2 } },
      },
    ],
  },
});
