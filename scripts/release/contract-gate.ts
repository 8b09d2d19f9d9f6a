// npm run contract:diff: fails if info.version was not raised as the changes of the contract since the last
// release require. With --markdown FILE it also writes the changes to a file.
import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { changesMarkdown, changesSinceRelease, contractGate } from "./contract-diff.js";

const { values } = parseArgs({ options: { markdown: { type: "string" } } });
const diff = await changesSinceRelease();
if (values.markdown) await writeFile(values.markdown, changesMarkdown(diff));
const { passed, message } = diff ? contractGate(diff) : { passed: true, message: "There is no release yet." };
(passed ? console.log : console.error)(message);
process.exitCode = passed ? 0 : 1;
