// npm run lab -- mutation: runs Stryker on the client, then compares its report with the minimum scores and the known
// survivors. With --check it compares the last report.
import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { installPinned } from "../../scripts/install-pinned.js";
import { type Explained, groups, type MutationReport, mutantsOf, problemsOf, type Share, sharesOf } from "./score.js";

const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), "utf8");

if (!process.argv.includes("--check")) {
  const folder = fileURLToPath(new URL(".", import.meta.url));
  await installPinned(folder, "no scripts");
  const root = fileURLToPath(new URL("../..", import.meta.url));
  spawnSync(`${folder}node_modules/.bin/stryker`, ["run", `${folder}stryker.config.mjs`], {
    cwd: root,
    stdio: "inherit",
  });
}

// Stryker writes the report; the survivors are written by hand.
const report = JSON.parse(await read("reports/mutation/mutation.json")) as MutationReport;
const explained = (parse(await read("lab/mutation/survivors.yaml")) ?? {}) as Explained;

const mutants = mutantsOf(report);
const shares = sharesOf(mutants, groups);
console.table(Object.fromEntries(shares.map((share) => [share.name, row(share)])));
const problems = problemsOf(mutants, explained, shares);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

function row({ killed, timedOut, survived, percent, bound }: Share) {
  return { killed, "timed out": timedOut, survived, "detected %": percent.toFixed(2), "minimum %": bound };
}
