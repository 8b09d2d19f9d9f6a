// npm run release -- <major|minor|patch|first> [--dry-run]: writes the files of a release, or lists the problems that
// prevent it. With --dry-run it prints a diff and writes nothing. It never commits, tags or publishes.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { changesSinceRelease } from "./contract-diff.js";
import { printDiff, readReleaseFiles, writeTogether } from "./release-files.js";
import { releasePlan } from "./release-plan.js";
import { STEPS } from "./version-step.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const run = promisify(execFile);

const { values, positionals } = parseArgs({ allowPositionals: true, options: { "dry-run": { type: "boolean" } } });
const step = ([...STEPS, "first"] as const).find((each) => each === positionals[0]);
if (step && positionals.length === 1) await release(step);
else {
  console.error("Usage: npm run release -- <major|minor|patch|first> [--dry-run]");
  process.exitCode = 2;
}

async function release(step: (typeof STEPS)[number] | "first"): Promise<void> {
  const { stdout: status } = await run("git", ["status", "--porcelain"], { cwd: root });
  const date = new Date().toISOString().slice(0, 10);
  const stale = await errorsOf("check:generated");
  const [diff, files] = await Promise.all([changesSinceRelease(), readReleaseFiles()]);
  const plan = releasePlan({ step, date, status, stale, diff, files });
  if ("problems" in plan) {
    for (const problem of plan.problems) console.error(problem);
    console.error("Nothing was written.");
    process.exitCode = 1;
  } else if (values["dry-run"]) {
    await printDiff(root, plan.writes);
    console.log(`This would be version ${plan.version}. Nothing was written.`);
  } else {
    await writeTogether(root, plan.writes);
    console.log(`Wrote the files of version ${plan.version}. Review them, then run:`);
    console.log(`  git commit --all --message "chore: release ${plan.version}"`);
    console.log(`  git tag --annotate v${plan.version} --message "${plan.version}"`);
    console.log(`  git push --atomic origin HEAD v${plan.version}`);
  }
}

/** The error output of a script of package.json; empty when it passes. */
async function errorsOf(script: string): Promise<string> {
  try {
    await run("npm", ["run", "--silent", script], { cwd: root });
    return "";
  } catch (error) {
    const output = error instanceof Error && "stderr" in error ? String(error.stderr) : "";
    return output.trim() === "" ? `npm run ${script} failed.` : output;
  }
}
