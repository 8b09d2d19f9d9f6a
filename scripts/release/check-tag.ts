// npm run release:check -- v1.2.3: fails unless the tag belongs to the release in this commit.
import { readReleaseFiles } from "./release-files.js";
import { tagProblems } from "./release-plan.js";

const [tag = ""] = process.argv.slice(2);
const problems = tagProblems(tag, await readReleaseFiles());
for (const problem of problems) console.error(problem);
if (problems.length === 0) console.log(`${tag} is the release of this commit.`);
process.exitCode = problems.length === 0 ? 0 : 1;
