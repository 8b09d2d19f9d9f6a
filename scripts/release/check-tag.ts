// npm run release:check -- v1.2.3: fails unless the tag is that of the release in this commit.
import { readFile } from "node:fs/promises";
import { RELEASED_CONTRACT } from "./contract-diff.js";
import { readReleaseFiles } from "./read-release-files.js";
import { tagProblems } from "./tag-problems.js";

const [tag = ""] = process.argv.slice(2);
const released = await readFile(new URL(`../../${RELEASED_CONTRACT}`, import.meta.url), "utf8");
const problems = tagProblems(tag, await readReleaseFiles(), released);
for (const problem of problems) console.error(problem);
if (problems.length === 0) console.log(`${tag} is the release of this commit.`);
process.exitCode = problems.length === 0 ? 0 : 1;
