import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import whole from "../../../vitest.config.js";

// Left out is what measures, compiles, draws, reads documents or checks the house, and what starts processes
// or sends so much that each mutant would cost seconds.
const exclude = [
  "test/{architecture,assumptions,contract-lint,examples,mutation-check,readme,security,tour,types}.test.ts",
  "test/{broken-networks,fleet,paginate-many,refresh-across-processes,soak,sockets}.test.ts",
  "test/{*-docs.test.ts,properties/**}",
];

// Stryker runs all tests in threads, where nobody can change the working folder or the user.
const needsProcess = ["test/file-token-store*.test.ts"];
// These start servers. Like those in a process they run last, for the mutants that no other test has noticed.
const slow = ["test/{answers-over-sockets,redis-token-store}.test.ts"];

/** The tests that run for each mutant: those of the client that import it and run quickly. */
export default defineConfig({
  ...(whole.resolve && { resolve: whole.resolve }),
  test: {
    root: fileURLToPath(new URL("../../..", import.meta.url)),
    // A mutant may wait for ever: this bound ends it, and a test here takes milliseconds.
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
