import type { TestProject } from "vitest/node";
import { coverageTable, createCoverage, loadContract } from "../src/index.js";
import { clearLedger, ledgerSuites, readLedgerParts, writeLedger } from "./ledger.js";
import { mockLimits, statelessLimits } from "./mock-limits.js";
import { startTarget, type TargetAddress } from "./targets.js";

declare module "vitest" {
  interface ProvidedContext {
    /** What the suites run against. */
    target: TargetAddress;
  }
}

/** Starts the target before the suites. After them, stops it and closes the ledger, which can fail the run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  clearLedger();
  const { close, ...address } = await startTarget(loadContract().document);
  project.provide("target", address);
  return async () => {
    await close();
    if (address.kind === "mock") closeLedger();
  };
}

function closeLedger(): void {
  const parts = readLedgerParts();
  if (parts.length === 0) return;
  const coverage = createCoverage(loadContract());
  for (const part of parts) coverage.add(part.seen);
  const report = coverage.report();
  const limits = mockLimits.map(({ name, reason, instead }) => ({
    name,
    reason,
    instead,
    requests: parts.reduce((sum, part) => sum + (part.limits[name] ?? 0), 0),
  }));
  const path = writeLedger({ ...report, limits, statelessLimits });
  const counts = limits.map(({ name, reason, requests }) => `  ${name}, ${requests} requests: ${reason}.`);
  console.log(`\n${coverageTable(report, { color: process.stdout.isTTY })}`);
  console.log(`\nWhat the mock cannot show; checkExchange finds each of them:\n${counts.join("\n")}`);
  console.log(`What no mock can show:\n${statelessLimits.map((text) => `  ${text}.`).join("\n")}\nWritten to ${path}.`);
  const whole = ledgerSuites.every((suite) => parts.some((part) => part.suite === suite && part.complete));
  if (!whole) console.log("Only a part of the suites ran, so the ledger is not held to 100 %.");
  else if (report.missing.length > 0) {
    console.error(`The run fails: the contract is covered to ${report.percent} %, not to 100 %.`);
    // vitest prints an error of a teardown and ends with 0 all the same.
    process.exitCode = 1;
  }
}
