// npm run release -- <major|minor|patch|first> [--dry-run]: writes the files of a release, or lists the problems that
// prevent it. With --dry-run it prints a diff and writes nothing. It never commits, tags or publishes.
// npm run release -- contract: fails when info.version has not made the step that the changes of the contract since the
// last release need; before the first one, since the merge base with the main branch, or there since the parent commit.
// npm run release -- check v1.2.3: fails unless the tag is that of the release in this commit.
import { execFile, spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { parseArgs, promisify } from "node:util";
import { type ContractDiff, contractGate, STEPS } from "content-service-contract-tests/diff";
import { root } from "../../support/repository.js";
import { changesSince, changesSinceRelease, unreleasedBase } from "./contract-changes.js";
import { readReleaseFiles, releasePlan, tagProblems } from "./release-plan.js";

const run = promisify(execFile);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { "dry-run": { type: "boolean" } },
});
const [command, tag, ...more] = positionals;
const step = ([...STEPS, "first"] as const).find((each) => each === command);
if (step && tag === undefined) await release(step);
else if (command === "contract" && tag === undefined) await checkContract();
else if (command === "check" && tag !== undefined && more.length === 0) checkTag(tag);
else {
  console.error("Usage: npm run release -- <major|minor|patch|first> [--dry-run], contract or check TAG");
  process.exitCode = 2;
}

async function checkContract(): Promise<void> {
  const diff = (await changesSinceRelease()) ?? (await unreleasedChanges());
  const { passed, message } = diff ? contractGate(diff) : { passed: true, message: "There is nothing to compare." };
  (passed ? console.log : console.error)(message);
  process.exitCode = passed ? 0 : 1;
}

/** The changes since the merge base or the parent. A missing history is an error in CI, unless `ALLOW_SHALLOW` is set. */
async function unreleasedChanges(): Promise<ContractDiff | undefined> {
  const { CI, ALLOW_SHALLOW } = process.env;
  const base = await unreleasedBase().catch((error: Error) => {
    if (CI === "true" && ALLOW_SHALLOW === undefined) throw error;
    console.warn(error.message);
    return undefined;
  });
  console.log(`There is no release yet. Compared with: ${base?.slice(0, 12) ?? "nothing"}`);
  return base === undefined ? undefined : await changesSince(base);
}

function checkTag(tag: string): void {
  const problems = tagProblems(tag, readReleaseFiles());
  for (const problem of problems) console.error(problem);
  if (problems.length === 0) console.log(`${tag} is the release of this commit.`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

async function release(step: (typeof STEPS)[number] | "first"): Promise<void> {
  const { stdout: status } = await run("git", ["status", "--porcelain"], { cwd: root });
  const date = new Date().toISOString().slice(0, 10);
  const stale = await staleFiles();
  const diff = await changesSinceRelease();
  const plan = releasePlan({ step, date, status, stale, diff, files: readReleaseFiles() });
  if ("problems" in plan) {
    for (const problem of plan.problems) console.error(problem);
    console.error("Nothing was written.");
    process.exitCode = 1;
  } else if (values["dry-run"]) {
    // Exits with 1 if there is a difference.
    for (const [path, input] of Object.entries(plan.writes))
      spawnSync("git", ["--no-pager", "diff", "--no-index", path, "-"], {
        cwd: root,
        input,
        stdio: ["pipe", "inherit", "inherit"],
      });
    console.log(`This would be version ${plan.version}. Nothing was written.`);
  } else {
    for (const [path, text] of Object.entries(plan.writes)) await writeFile(root + path, text);
    console.log(`Wrote the files of version ${plan.version}. Review them, then run:`);
    console.log(`  git commit --all --message "chore: release ${plan.version}"`);
    console.log(`  git tag --annotate v${plan.version} --message "${plan.version}"`);
    console.log(`  git push --atomic origin HEAD v${plan.version}`);
  }
}

/** The error output of the check of generated files; empty when it passes. */
async function staleFiles(): Promise<string> {
  try {
    await run("npm", ["run", "--silent", "generate", "--", "--check"], { cwd: root });
    return "";
  } catch (error) {
    const output = error instanceof Error && "stderr" in error ? String(error.stderr) : "";
    return output.trim() === "" ? "npm run generate -- --check failed." : output;
  }
}
