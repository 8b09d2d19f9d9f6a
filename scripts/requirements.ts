import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readRequirements } from "./read-requirements.js";
import { provenIn, requirementsTable } from "./requirements-table.js";

/**
 * Prints each requirement with the tests that prove it. Takes the path of a JSON report of vitest as its argument.
 * Exits with 1 when a requirement is not proven, when a title names an id that does not exist, or without a report.
 */
const root = new URL("../", import.meta.url);
const report = process.argv[2] ?? fileURLToPath(new URL("reports/vitest.json", root));

if (existsSync(report)) {
  const requirements = readRequirements(readFileSync(new URL("docs/requirements.md", root), "utf8"));
  const proven = provenIn(readFileSync(report, "utf8"));
  const { text, unknown, unproven } = requirementsTable(requirements, proven);
  console.log(text);
  for (const id of unknown) console.error(`A test names ${id}, which is not in docs/requirements.md.`);
  if (unproven.length > 0) console.error(`Not proven: ${unproven.join(", ")}`);
  process.exitCode = unknown.length + unproven.length === 0 ? 0 : 1;
} else {
  console.error(`There is no test report at ${report}.`);
  console.error("Make one: npx vitest run --reporter=default --reporter=json --outputFile.json=reports/vitest.json");
  process.exitCode = 1;
}
