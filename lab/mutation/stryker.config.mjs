/** Mutates the client's code and runs its tests. `npm run lab -- mutation` also checks the report: lab/mutation/index.ts. */
export default {
  mutate: ["src/**/*.ts"],
  testRunner: "vitest",
  // Stryker does not see that tests import a file through the package name.
  vitest: { configFile: "lab/mutation/vitest.config.ts", related: false },
  coverageAnalysis: "perTest",
  concurrency: 2,
  // A mutant can loop forever. Only a machine under load comes near this limit.
  timeoutMS: 30_000,
  timeoutFactor: 3,
  incremental: true,
  incrementalFile: "reports/mutation/incremental.json",
  tempDirName: "reports/mutation/sandbox",
  cleanTempDir: "always",
  ignorePatterns: ["dist", "reports", ".tmp", "contract-tests/coverage"],
  reporters: ["clear-text", "html", "json"],
  clearTextReporter: { logTests: false, reportTests: false, reportScoreTable: false, reportMutants: false },
  htmlReporter: { fileName: "reports/mutation/mutation.html" },
  jsonReporter: { fileName: "reports/mutation/mutation.json" },
  // lab/mutation/index.ts compares the scores.
  thresholds: { high: 100, low: 95, break: null },
};
