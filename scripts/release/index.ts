// npm run release -- <major|minor|patch|first> [--dry-run]: makes the files of a release, or says what stands in its way.
// With --dry-run it prints all that it would write, as a diff, and writes nothing. It never commits, tags or publishes.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import { contractDiff } from "./contract-diff.js";
import { printDiff } from "./print-diff.js";
import { readReleaseFiles } from "./read-release-files.js";
import { releasePlan } from "./release-plan.js";
import { STEPS } from "./version-step.js";
import { writeTogether } from "./write-together.js";

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
  const stale = await complaintsOf("check:generated");
  const plan = releasePlan({ step, date, status, stale, diff: await contractDiff(), files: await readReleaseFiles() });
  if ("problems" in plan) {
    for (const problem of plan.problems) console.error(problem);
    console.error("Nothing was written.");
    process.exitCode = 1;
  } else if (values["dry-run"]) {
    await printDiff(root, plan.writes);
    console.log(`This would be version ${plan.version}. Nothing was written.`);
  } else {
    await writeTogether(root, plan.writes);
    console.log(`The files are those of version ${plan.version}. Look at them, then:`);
    console.log(`  git commit --all --message "chore: release ${plan.version}"`);
    console.log(`  git tag --annotate v${plan.version} --message "${plan.version}"`);
    console.log(`  git push --atomic origin HEAD v${plan.version}`);
  }
}

/** What a script of package.json says when it fails; nothing when it passes. */
async function complaintsOf(script: string): Promise<string> {
  try {
    await run("npm", ["run", "--silent", script], { cwd: root });
    return "";
  } catch (error) {
    const said = error instanceof Error && "stderr" in error ? String(error.stderr) : "";
    return said.trim() === "" ? `npm run ${script} failed.` : said;
  }
}
