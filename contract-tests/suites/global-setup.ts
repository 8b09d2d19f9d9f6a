import type { TestProject } from "vitest/node";
import { loadContract } from "../src/index.js";
import { closeLedger, openLedger, ranInFull, reportMock } from "./ledger.js";
import { startTarget, type TargetAddress } from "./targets.js";

declare module "vitest" {
  interface ProvidedContext {
    /** The target of the suites. */
    target: TargetAddress;
    /** The folder of the coverage ledger. */
    ledger: string;
  }
}

/**
 * Starts the target before the suites. After them, stops it and closes the coverage ledger. On a mock, a run of every suite
 * prints the ledger, and fails when coverage is incomplete.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const sandbox = project.name === "sandbox" ? { CONTRACT_TARGET: "sandbox" } : {};
  const { close, ...address } = await startTarget(loadContract().document, { ...process.env, ...sandbox });
  const ledger = openLedger();
  project.provide("target", address);
  project.provide("ledger", ledger);
  return async () => {
    await close();
    const parts = closeLedger(ledger);
    if (parts.length === 0 || address.kind !== "mock") return;
    const { coverage, text } = reportMock(parts);
    if (!(await ranInFull(project))) return;
    console.log(text);
    if (coverage.missing.length === 0) return;
    console.error(
      `Expected the suites to cover 100% of the contract, received ${coverage.percent}%. ` +
        `Add a test for each part listed above, then run: npx vitest run --project ${project.name}`,
    );
    // vitest prints an error of a teardown and still exits with 0.
    process.exitCode = 1;
  };
}
