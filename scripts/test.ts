// npm test and npm run test:all: runs checks and tests, prints a line for each, and the output of those that fail.
import { spawn } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

/** Scripts of package.json, with their arguments. */
const checks = ["lint", "lint:prose", "lint:contract", "check:generated"];
/** Scripts that are slow, or need tarballs or other programs. */
const slowChecks = [
  "contract:diff",
  "check:size",
  "build",
  "check:type-cost",
  "docs",
  "check:package",
  "check:consumer",
  "consumers",
  "prove -- --sample 60",
  "prove:mutants -- --sample 24 --at-least 60",
  "requirements",
];

// --slow leaves out what `npm test` runs, for a CI job that has just run it.
const { values } = parseArgs({ options: { all: { type: "boolean" }, slow: { type: "boolean" } } });
const root = fileURLToPath(new URL("..", import.meta.url));
const failed: string[] = [];
const failedTests: string[] = [];
let passed = 0;

await mkdir(`${root}reports`, { recursive: true });
if (!values.slow) {
  // Type checking takes as long as the other checks together.
  await Promise.all([runAll(["check:types"]), runAll(checks)]);
  await runTests("fast");
}
if (values.slow || values.all) {
  await runTests("slow");
  await runAll(slowChecks);
}
await writeFile(
  `${root}reports/steps${values.slow ? "-slow" : ""}.json`,
  JSON.stringify({ passed, failed: failed.length }),
);
if (failed.length > 0) {
  console.error(`\n${failed.length} of ${failed.length + passed} steps failed. Run one alone with:`);
  for (const script of failed) console.error(`  npm run ${script}`);
  for (const test of failedTests) console.error(test);
  process.exitCode = 1;
}

async function runAll(scripts: readonly string[]): Promise<void> {
  for (const script of scripts) await run(script);
}

function run(script: string): Promise<void> {
  const startMs = performance.now();
  return new Promise((resolve) => {
    const child = spawn("npm", ["run", "--silent", ...script.split(" ")], {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const output: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (data: Buffer) => output.push(data));
    child.on("close", (code) => {
      const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
      console.log(`${code === 0 ? "passed" : "FAILED"}  ${script}  ${seconds} s`);
      if (code === 0) passed += 1;
      else failed.push(script);
      if (code !== 0) process.stdout.write(Buffer.concat(output));
      resolve();
    });
  });
}

/** Runs one lane of the tests. Returns the tests that failed, and those skipped because a program is missing. */
async function runTests(lane: "fast" | "slow"): Promise<void> {
  await runAll([`test:${lane}`]);
  const text = await readFile(`${root}reports/vitest-${lane}.json`, "utf8").catch(() => undefined);
  if (text === undefined) return;
  // The parts of vitest's JSON report that are read here.
  const { numPassedTests, testResults } = JSON.parse(text) as {
    numPassedTests: number;
    testResults: {
      name: string;
      message: string;
      assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
    }[];
  };
  const skipped: string[] = [];
  for (const { name, message, assertionResults } of testResults) {
    const file = name.replace(root, "");
    if (message !== "") failedTests.push(`FAILED ${file}: ${message}`);
    for (const { status, fullName, failureMessages } of assertionResults) {
      if (status === "failed") failedTests.push(`FAILED ${file}: ${fullName}\n${failureMessages.join("\n")}`);
      else if (status !== "passed") skipped.push(`${file}: ${fullName}`);
    }
  }
  console.log(`        ${numPassedTests} tests passed, ${skipped.length} skipped`);
  for (const test of skipped) console.warn(`SKIPPED ${test}`);
  // In CI they count as failures.
  if (skipped.length > 0 && process.env["CI"]) failed.push(`test:${lane} (skipped tests)`);
}
