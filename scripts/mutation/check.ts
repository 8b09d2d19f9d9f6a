/** Checks what the last run of Stryker found. Run by `npm run mutate`. */
import { readFile } from "node:fs/promises";
import { parse } from "yaml";
import { type Explained, groups, type MutationReport, mutantsOf, problemsOf, type Share, sharesOf } from "./score.js";

const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), "utf8");

// Both are made for this script, the one by Stryker and the other by hand; what is missing in them shows below.
const report = JSON.parse(await read("reports/mutation/mutation.json")) as MutationReport;
const explained = (parse(await read("test/scripts/mutation/survivors.yaml")) ?? {}) as Explained;

const mutants = mutantsOf(report);
const shares = sharesOf(mutants, groups);
console.table(Object.fromEntries(shares.map((share) => [share.name, row(share)])));
const problems = problemsOf(mutants, explained, shares);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

function row({ killed, timedOut, survived, percent, bound }: Share) {
  return { killed, "timed out": timedOut, survived, "noticed %": percent.toFixed(2), "asked %": bound };
}
