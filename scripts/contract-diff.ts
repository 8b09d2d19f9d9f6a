// npm run contract:diff: compares the contract of the last release with today's, and fails when info.version has not made
// the step that the changes need. With `--markdown <file>` it also writes the changes there.
import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { changesMarkdown } from "./release/contract-changes.js";
import { contractDiff } from "./release/contract-diff.js";
import { contractGate } from "./release/contract-gate.js";

const { values } = parseArgs({ options: { markdown: { type: "string" } } });
const diff = await contractDiff();
if (values.markdown) await writeFile(values.markdown, changesMarkdown(diff));
const { held, message } = contractGate(diff);
(held ? console.log : console.error)(message);
process.exitCode = held ? 0 : 1;
