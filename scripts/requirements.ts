// npm test -- --only requirements: prints each requirement with the tests that prove it, after npm run test:all. Fails
// when a requirement has no test, or a test title names an unknown id.
import { existsSync, readFileSync } from "node:fs";
import { provenIn, readRequirements, requirementsTable } from "../support/requirements-table.js";

const root = new URL("../", import.meta.url);
const REPORT = new URL("reports/vitest-all.json", root);
if (!existsSync(REPORT)) throw new Error("There is no report of the tests (run: npm run test:all)");
const read = (path: string) => readFileSync(new URL(path, root), "utf8");
const requirements = readRequirements(read("docs/requirements.md"));
const { text, unknown, unproven } = requirementsTable(requirements, provenIn(readFileSync(REPORT, "utf8")));
console.log(text);
for (const id of unknown) console.error(`A test title names ${id}, which docs/requirements.md does not have.`);
if (unproven.length > 0)
  console.error(`No test, or for an S no test in sandbox/, for: ${unproven.join(", ")}. End its title with the id.`);
process.exitCode = unknown.length + unproven.length === 0 ? 0 : 1;
