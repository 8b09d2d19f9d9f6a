/** What `npm test` runs, by name: a command of the shell each. */
export const steps: Readonly<Record<string, string>> = {
  // The native compiler has the same verdict in a third of the time. That of the build runs in `npm run test:all`.
  types: "tsgo --noEmit --tsBuildInfoFile node_modules/.cache/tsgo.tsbuildinfo",
  lint: "biome check .",
  "contract-lint":
    "redocly lint openapi/openapi.yaml && redocly lint sandbox/openapi/sandbox.yaml --config sandbox/redocly.yaml",
  generated: "tsx scripts/generate.ts --check",
  // In changed files.
  prose: "tsx scripts/check-prose.ts",
  fast: tests("fast"),
};

const { lint = "", "contract-lint": contractLint = "", generated = "" } = steps;
/** Where the step `build` packs the packages. */
const PACKED = "PACKED_PACKAGES=reports/packed";

/** What `npm run test:all` runs: all tests in one run, and what takes long, or needs tarballs or other programs. */
export const allSteps: Readonly<Record<string, string>> = {
  types: "tsc",
  lint,
  "contract-lint": contractLint,
  generated,
  // Here in all files: words to avoid, and the spelling of docs and contract.
  prose: "cspell lint --quiet && cspell lint --quiet --config spelling.json",
  // The tests of the site build it, and fail with its broken links.
  tests: `TEST_LANE=slow ${tests("all")}`,
  "contract-version": "tsx scripts/release/index.ts contract",
  build: "tsx scripts/pack.ts reports/packed",
  size: "size-limit",
  "type-cost": "tsx scripts/check-type-cost.ts",
  package: `${PACKED} tsx scripts/check-package.ts`,
  // One of each kind, the oldest and the newest. Each night runs all of them.
  consumers: `${PACKED} tsx lab/index.ts consumers -t "Node 2[06]|workerd|esbuild|TypeScript (5.4|5.9|7)|jest|READMEs|codegen|validator"`,
  proof: "tsx lab/index.ts proof --sample 61",
  // Reads the reports of the tests.
  requirements: "tsx scripts/requirements.ts",
};

/** What `npm run test:all -- --slow` runs: all that `npm test`, which has just run, leaves out. */
export const slowSteps: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(allSteps).filter(([name, command]) => steps[name] !== command)),
  tests: `TEST_LANE=slow ${tests("slow", ".slow.test test/properties")}`,
};

/** Steps that use what others have made. */
export const needs: Readonly<Record<string, string>> = {
  size: "build",
  "type-cost": "build",
  package: "build",
  consumers: "build",
};

function tests(lane: string, filters = ""): string {
  return `vitest run ${filters} --reporter=minimal --reporter=json --outputFile.json=reports/vitest-${lane}.json`;
}
