// npm test -- --only requirements: prints each requirement with the tests that prove it, after npm run test:all. Fails
// when a requirement has no test, or a test title names an unknown id.
import { existsSync } from "node:fs";
import { read, root } from "../support/repository.js";
import { provenIn, readRequirements, requirementsTable } from "../support/requirements-table.js";

// Of all tests at once, or of both lanes.
const lanes = existsSync(`${root}reports/vitest-slow.json`) ? ["fast", "slow"] : ["all"];
const reports = lanes.map((lane) => `reports/vitest-${lane}.json`);
const missing = reports.filter((path) => !existsSync(root + path));
if (missing.length > 0) {
  console.error(`There is no ${missing.join(", ")}, which the tests write (run: npm run test:all).`);
  process.exit(1);
}
const requirements = readRequirements(read("docs/requirements.md"));
const { text, unknown, unproven } = requirementsTable(requirements, provenIn(...reports.map(read)));
console.log(text);
for (const id of unknown) console.error(`A test title names ${id}, which docs/requirements.md does not have.`);
if (unproven.length > 0)
  console.error(`No test, or for an S no test in sandbox/, for: ${unproven.join(", ")}. End its title with the id.`);
process.exitCode = unknown.length + unproven.length === 0 ? 0 : 1;
