import {
  type CoverageCell,
  type CoverageReport,
  coverageTable,
  createCoverage,
  dimensions,
  loadContract,
} from "../src/index.js";
import { type LedgerPart, saveLedger } from "./ledger.js";

/**
 * Prints and saves what the suites have seen of the contract on a sandbox. The examples of errors stand apart: they show
 * which of the conditions that the contract names have come about, and the run is not held to them.
 */
export function reportSandbox(parts: readonly LedgerPart[]): CoverageReport {
  const coverage = createCoverage(loadContract());
  for (const part of parts) coverage.add(part.seen);
  const report = coverage.report(dimensions.filter((dimension) => dimension !== "example"));
  const unmet = coverage.report(["example"]).missing.filter(isCondition);
  const path = saveLedger("sandbox", { ...report, unmetConditions: unmet });
  console.log(`\n${coverageTable(report, { color: process.stdout.isTTY })}`);
  console.log(`\nNamed errors that did not come about as the contract has them: ${unmet.length}`);
  for (const { operation, name } of unmet) console.log(`  ${operation}: ${name}`);
  console.log(`Written to ${path}.`);
  return report;
}

/** A success has an answer of its own each time, and what a fault answers with has not come about. */
function isCondition({ name }: CoverageCell): boolean {
  return /^4/.test(name) && !name.startsWith("429 ");
}
