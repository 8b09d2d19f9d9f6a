import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { loadContract } from "content-service-contract";
import type { TestProject } from "vitest/node";
import { coverageText } from "../src/coverage/coverage.js";
import { type CoverageReport, createCoverage } from "../src/index.js";
import { mockLimits, statelessLimits } from "./mock-limits.js";

/** The coverage that one suite adds to the ledger. */
export interface LedgerPart {
  /** The output of `Coverage.seen`. */
  readonly seen: readonly string[];
  /** The number of requests that met each limit of the mock, by its name. */
  readonly limits?: Readonly<Record<string, number>>;
}

/** A report of the coverage, and its text. */
export interface LedgerReport {
  readonly coverage: CoverageReport;
  readonly text: string;
}

/** Creates an empty folder for one run, so that parallel runs do not mix. */
export function openLedger(): string {
  return mkdtempSync(`${tmpdir()}/contract-ledger-`);
}

/** Adds a part. Suites run in several processes, so each process appends to a file of its own. */
export function writeLedgerPart(ledger: string, part: LedgerPart): void {
  appendFileSync(`${ledger}/${process.pid}.jsonl`, `${JSON.stringify(part)}\n`);
}

/** Reads all parts and removes the folder. */
export function closeLedger(ledger: string): LedgerPart[] {
  const lines = readdirSync(ledger).flatMap((name) => readFileSync(`${ledger}/${name}`, "utf8").trimEnd().split("\n"));
  rmSync(ledger, { recursive: true });
  // Only this module writes into the folder.
  return lines.map((line) => JSON.parse(line) as LedgerPart);
}

/** Reports the coverage on a mock, with the limits of the mock. */
export function reportMock(parts: readonly LedgerPart[]): LedgerReport {
  const all = createCoverage(loadContract());
  for (const { seen } of parts) all.add(seen);
  const coverage = all.report();
  const counts = mockLimits.map(({ name, reason }) => {
    const requests = parts.reduce((sum, part) => sum + (part.limits?.[name] ?? 0), 0);
    return `  ${name}, ${requests} requests: ${reason}.`;
  });
  const text = [
    `\n${coverageText(coverage)}`,
    ...coverage.missing.map(({ operation, dimension, name }) => `  not covered: ${operation}, ${dimension} ${name}`),
    `\nLimits of the mock (checkExchange finds each of these violations):\n${counts.join("\n")}`,
    `Needs state, which no mock has:\n${statelessLimits.map((limit) => `  ${limit}.`).join("\n")}`,
  ].join("\n");
  return { coverage, text };
}

/** Whether every suite that adds to the ledger ran, and every test in it. The slow lane runs none of them. */
export async function ranInFull(project: TestProject): Promise<boolean> {
  if (process.env["TEST_LANE"] === "slow") return false;
  const { testFiles } = await project.globTestFiles();
  const expected = testFiles.filter((file) => /\/suites\/(positive|negative)\./.test(file));
  const modules = project.vitest.state.getTestModules().filter((one) => one.project.name === project.name);
  return expected.every((file) => {
    const tests = modules.find(({ moduleId }) => moduleId === file)?.children.allTests() ?? [];
    const states = [...tests].map((one) => one.result().state);
    return states.length > 0 && states.every((state) => state === "passed" || state === "failed");
  });
}
