// npm test -- --only requirements: prints each requirement with the tests that prove it, after npm run test:all. Fails
// when a requirement has no test, or a test title names an unknown id.
import { existsSync, readFileSync } from "node:fs";
import { provenIn, readRequirements, requirementsTable } from "../support/requirements-table.js";

const root = new URL("../", import.meta.url);
const reports = ["fast", "slow"].map((lane) => new URL(`reports/vitest-${lane}.json`, root));
const missing = reports.filter((report) => !existsSync(report));

if (missing.length === 0) {
  const requirements = readRequirements(readFileSync(new URL("docs/requirements.md", root), "utf8"));
  const proofs = reports.flatMap((report) => [...provenIn(readFileSync(report, "utf8"))]);
  const proven = new Map(proofs.map(([id]) => [id, proofs.flatMap(([other, tests]) => (other === id ? tests : []))]));
  const { text, unknown, unproven } = requirementsTable(requirements, proven);
  console.log(text);
  for (const id of unknown) console.error(`A test title names ${id}, which docs/requirements.md does not have.`);
  if (unproven.length > 0)
    console.error(`No test, or for an S no test in sandbox/, for: ${unproven.join(", ")}. End its title with the id.`);
  process.exitCode = unknown.length + unproven.length === 0 ? 0 : 1;
} else {
  console.error(`Missing test reports: ${missing.map(({ pathname }) => pathname).join(", ")} (run: npm run test:all)`);
  process.exitCode = 1;
}
