// npm run lab -- consumers [-t <name or version>]: packs the packages and uses the tarballs with every runtime, bundler,
// compiler and test runner, with the programs of the READMEs, and the contract with other tools, each in a temporary
// project.
import { defineConfig } from "vitest/config";
import { root } from "../../support/repository.js";
import whole from "../../vitest.config.js";

export default defineConfig({
  ...(whole.resolve && { resolve: whole.resolve }),
  test: {
    root,
    include: ["lab/consumers/*.test.ts"],
    globalSetup: "lab/consumers/pack-once.ts",
    reporters: ["verbose"],
    // A small CI machine has two cores.
    maxConcurrency: 2,
    // An installation takes minutes where nothing is cached.
    testTimeout: 1_200_000,
    // So can its removal.
    hookTimeout: 120_000,
  },
});
