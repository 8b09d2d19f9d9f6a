import type { TestProject } from "vitest/node";
import { loadContract } from "../src/index.js";
import { closeLedger, openLedger } from "./ledger.js";
import { ranInFull } from "./ran-in-full.js";
import { reportMock } from "./report-mock.js";
import { reportSandbox } from "./report-sandbox.js";
import { startTarget, type TargetAddress } from "./targets.js";

declare module "vitest" {
  interface ProvidedContext {
    /** What the suites run against. */
    target: TargetAddress;
    /** The folder to which suites hand over what they saw. */
    ledger: string;
  }
}

/** Starts the target before the suites. After them, stops it and closes the ledger, which can fail the run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const sandbox = project.name === "sandbox" ? { CONTRACT_TARGET: "sandbox" } : {};
  const { close, ...address } = await startTarget(loadContract().document, { ...process.env, ...sandbox });
  const ledger = openLedger();
  project.provide("target", address);
  project.provide("ledger", ledger);
  return async () => {
    await close();
    const parts = closeLedger(ledger);
    if (parts.length === 0 || address.kind === "live") return;
    const report = address.kind === "mock" ? reportMock(parts) : reportSandbox(parts);
    const whole = await ranInFull(project, address.kind === "mock" ? /\/suites\/(positive|negative)\./ : /./);
    if (!whole) console.log("Only a part of the suites ran, so the ledger is not held to 100 %.");
    else if (report.missing.length > 0) {
      console.error(`The run fails: the contract is covered to ${report.percent} %, not to 100 %.`);
      // vitest prints an error of a teardown and ends with 0 all the same.
      process.exitCode = 1;
    }
  };
}
