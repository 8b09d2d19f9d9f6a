/** What `npm test` runs, by name: a command of the shell each. */
export const steps: Readonly<Record<string, string>> = {
  types: "tsc",
  lint: "biome check .",
  "contract-lint":
    "redocly lint openapi/openapi.yaml && redocly lint sandbox/openapi/sandbox.yaml --config sandbox/redocly.yaml",
  generated: "tsx scripts/generate.ts --check",
  // In changed files.
  prose: "tsx scripts/check-prose.ts",
  fast: tests("fast"),
};

/** What `npm run test:all` runs in addition or instead: steps that take long, or need tarballs or other programs. */
export const slowSteps: Readonly<Record<string, string>> = {
  slow: `TEST_LANE=slow ${tests("slow", ".slow.test test/properties")}`,
  // Here in all files.
  prose: "cspell lint --quiet",
  "contract-version": "tsx scripts/release/index.ts contract",
  build: "tsx scripts/build.ts",
  // Of what was built.
  size: "size-limit",
  "type-cost": "tsx scripts/check-type-cost.ts",
  docs: "tsx site/build.ts",
  package: "tsx scripts/check-package.ts",
  consumers: "tsx lab/index.ts consumers",
  proof: "tsx lab/index.ts proof --sample 60",
  "proof-mutants": "tsx lab/index.ts proof-mutants --sample 24 --at-least 60",
  // Reads the reports of both lanes.
  requirements: "tsx scripts/requirements.ts",
};

function tests(lane: string, filters = ""): string {
  return `vitest run ${filters} --reporter=minimal --reporter=json --outputFile.json=reports/vitest-${lane}.json`;
}
