// @ts-check
/**
 * Changes the client's code, one small thing at a time, and looks whether a test notices. `npm run mutate` runs it, and
 * then checks what it found: scripts/mutation/check.ts.
 *
 * @type {import("@stryker-mutator/api/core").PartialStrykerOptions}
 */
export default {
  mutate: ["src/**/*.ts"],
  testRunner: "vitest",
  // The files that import a changed one only by the package's name are not found as related to it.
  vitest: { configFile: "test/scripts/mutation/vitest.config.ts", related: false },
  coverageAnalysis: "perTest",
  concurrency: 2,
  // A change can make a loop endless; a machine under load is only slow.
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
  // What the bounds are, and what survived, is the checker's business.
  thresholds: { high: 100, low: 95, break: null },
};
