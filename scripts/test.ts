// npm test and npm run test:all: runs checks and tests, prints a line for each, and the output of those that fail.
// `--only <step>` runs some of them, and the steps that they need. --slow leaves out what `npm test` has just run.
import { spawn } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { root } from "../support/repository.js";
import { allSteps, needs, slowSteps, steps } from "./steps.js";

const { values } = parseArgs({
  options: { all: { type: "boolean" }, slow: { type: "boolean" }, only: { type: "string", multiple: true } },
});
const chosen = values.slow ? slowSteps : values.all ? allSteps : steps;
const commands: Readonly<Record<string, string>> = { ...allSteps, ...steps, ...chosen };
const only = values.only?.flatMap((name) => [needs[name] ?? [], name].flat());
const names = [...new Set(only ?? Object.keys(chosen))];
const unknown = names.filter((name) => !Object.hasOwn(commands, name));
if (unknown.length > 0) {
  console.error(`Unknown steps: ${unknown.join(", ")}. Expected some of: ${Object.keys(commands).join(", ")}.`);
  process.exit(2);
}

const failed: string[] = [];
let passed = 0;

await mkdir(`${root}reports`, { recursive: true });
// Two lanes at a time: type checking takes as long as the other checks together, and so do all tests and the other steps.
const checks = ["lint", "contract-lint", "generated", "prose"];
await Promise.all([runAll(["types"]), runAll(checks)]);
const last = ["requirements"];
const others = names.filter((name) => !["types", ...checks, "tests", ...last].includes(name));
await Promise.all([runAll(["tests"]), runAll(others)]);
await runAll(last);
await writeFile(
  `${root}reports/steps${values.slow ? "-slow" : ""}.json`,
  JSON.stringify({ passed, failed: failed.length }),
);
if (failed.length > 0) {
  console.error(`\n${failed.length} of ${failed.length + passed} steps failed. Run one alone with:`);
  for (const name of failed) console.error(`  npm test -- --only ${name}`);
  process.exitCode = 1;
}

/** Runs those steps that are wanted, one after the other. */
async function runAll(some: readonly string[]): Promise<void> {
  for (const name of some) if (names.includes(name)) await run(name, commands[name] ?? "");
}

async function run(name: string, command: string): Promise<void> {
  const startMs = performance.now();
  const report = /--outputFile\.json=(\S+)/.exec(command)?.[1];
  if (report !== undefined) await rm(root + report, { force: true });
  // One of the two stands for all tests.
  if (name === "tests")
    for (const lane of ["all", "slow"]) await rm(`${root}reports/vitest-${lane}.json`, { force: true });
  const child = spawn(command, {
    cwd: root,
    shell: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: "1" } : { NO_COLOR: "1" }) },
  });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data: Buffer) => output.push(data));
  const code = await new Promise((resolve) => child.on("close", resolve));
  const { summary, skipped } = report === undefined ? { summary: "", skipped: [] } : await testsIn(root + report);
  // In CI, skipped tests count as failures.
  const isPassed = code === 0 && (skipped.length === 0 || !process.env["CI"]);
  const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
  console.log(`${isPassed ? "passed" : "FAILED"}  ${name}  ${seconds} s${summary}`);
  if (isPassed) passed += 1;
  else failed.push(name);
  for (const test of skipped) console.warn(`SKIPPED ${test}`);
  if (code !== 0) process.stdout.write(Buffer.concat(output));
}

/** Reads how many tests passed, and which did not run because a program is missing. */
async function testsIn(report: string): Promise<{ summary: string; skipped: string[] }> {
  const text = await readFile(report, "utf8").catch(() => undefined);
  if (text === undefined) return { summary: ", no tests ran", skipped: [] };
  // The parts of vitest's JSON report that are read here.
  const { numPassedTests, testResults } = JSON.parse(text) as {
    numPassedTests: number;
    testResults: { name: string; assertionResults: { status: string; fullName: string }[] }[];
  };
  const skipped = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status !== "passed" && status !== "failed")
      .map(({ fullName }) => `${name.replace(root, "")}: ${fullName}`),
  );
  return { summary: `, ${numPassedTests} tests passed, ${skipped.length} skipped`, skipped };
}
