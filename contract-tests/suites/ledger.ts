import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** What one suite hands over, so that the ledger can be closed after all of them. */
export interface LedgerPart {
  /** The suite that wrote it. */
  readonly suite: LedgerSuite;
  /** Whether every case of the suite ran; a filter on titles leaves some out. */
  readonly complete: boolean;
  /** What was seen, as a coverage ledger tells it. */
  readonly seen: readonly string[];
  /** How many requests met each limit of the mock, by its name. */
  readonly limits: Readonly<Record<string, number>>;
}

/** The suites that fill the ledger. Only when all of them ran in full can it be held to 100 %. */
export const ledgerSuites = ["positive", "negative"] as const;

/** One of them. */
export type LedgerSuite = (typeof ledgerSuites)[number];

/** Empties the folder of the parts. Called once, before the suites. */
export function clearLedger(): void {
  rmSync(PARTS, { recursive: true, force: true });
  mkdirSync(PARTS, { recursive: true });
}

/** Writes the part of a suite. Suites run in processes of their own, so each has its own file. */
export function writeLedgerPart(part: LedgerPart): void {
  writeFileSync(`${PARTS}/${part.suite}.json`, JSON.stringify(part));
}

/** Reads what the suites wrote. */
export function readLedgerParts(): LedgerPart[] {
  // This module alone writes into the folder.
  return readdirSync(PARTS).map((name) => JSON.parse(readFileSync(`${PARTS}/${name}`, "utf8")) as LedgerPart);
}

/** Writes the closed ledger, and answers with the path below the package. */
export function writeLedger(ledger: object): string {
  writeFileSync(`${FOLDER}/ledger.json`, `${JSON.stringify(ledger, null, 2)}\n`);
  return "coverage/ledger.json";
}

const FOLDER = fileURLToPath(new URL("../coverage", import.meta.url));
const PARTS = `${FOLDER}/parts`;
