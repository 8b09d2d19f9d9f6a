import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import type { TargetAddress } from "./targets.js";

/** What one suite hands over, so that the ledger can be closed after all of them. */
export interface LedgerPart {
  /** What was seen, as a coverage ledger tells it. */
  readonly seen: readonly string[];
  /** How many requests met each limit of the mock, by its name. */
  readonly limits?: Readonly<Record<string, number>>;
}

/** Makes an empty folder for the parts of one run, so that runs at the same time do not mix. Called before the suites. */
export function openLedger(): string {
  return mkdtempSync(`${tmpdir()}/contract-ledger-`);
}

/**
 * Adds what was seen to a ledger. Suites run in several processes, and those that are not isolated in the same one, so
 * each process has a file of its own, to which it appends.
 */
export function writeLedgerPart(ledger: string, part: LedgerPart): void {
  appendFileSync(`${ledger}/${process.pid}.jsonl`, `${JSON.stringify(part)}\n`);
}

/** Reads what the suites wrote, and removes it. */
export function closeLedger(ledger: string): LedgerPart[] {
  const lines = readdirSync(ledger).flatMap((name) => readFileSync(`${ledger}/${name}`, "utf8").trimEnd().split("\n"));
  rmSync(ledger, { recursive: true });
  // This module alone writes into the folder.
  return lines.map((line) => JSON.parse(line) as LedgerPart);
}

/** Writes what a ledger has come to, and answers with the path below the package. */
export function saveLedger(kind: TargetAddress["kind"], report: object): string {
  const name = kind === "mock" ? "ledger.json" : `${kind}-ledger.json`;
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(`${FOLDER}/${name}`, `${JSON.stringify(report, null, 2)}\n`);
  return `coverage/${name}`;
}

const FOLDER = fileURLToPath(new URL("../coverage", import.meta.url));
