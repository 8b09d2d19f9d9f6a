import { type CoverageReport, coverageTable, createCoverage, loadContract } from "../src/index.js";
import { type LedgerPart, saveLedger } from "./ledger.js";
import { mockLimits, statelessLimits } from "./mock-limits.js";

/** Prints and saves what the suites have seen of the contract on a mock. */
export function reportMock(parts: readonly LedgerPart[]): CoverageReport {
  const coverage = createCoverage(loadContract());
  for (const part of parts) coverage.add(part.seen);
  const report = coverage.report();
  const limits = mockLimits.map(({ name, reason, instead }) => ({
    name,
    reason,
    instead,
    requests: parts.reduce((sum, part) => sum + (part.limits?.[name] ?? 0), 0),
  }));
  const path = saveLedger("mock", { ...report, limits, statelessLimits });
  const counts = limits.map(({ name, reason, requests }) => `  ${name}, ${requests} requests: ${reason}.`);
  console.log(`\n${coverageTable(report, { color: process.stdout.isTTY })}`);
  console.log(`\nWhat the mock cannot show; checkExchange finds each of them:\n${counts.join("\n")}`);
  console.log(`What no mock can show:\n${statelessLimits.map((text) => `  ${text}.`).join("\n")}\nWritten to ${path}.`);
  return report;
}
