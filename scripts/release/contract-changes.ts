import { type ContractDiff, contractDiff } from "./contract-diff.js";
import type { Step } from "./version-step.js";

/**
 * What has changed in the contract between the last release and today, as Markdown with headings of the second level.
 * Says so when nothing has. Reads files only.
 */
export async function contractChanges(): Promise<string> {
  return changesMarkdown(await contractDiff());
}

/** The same of any two contracts. */
export function changesMarkdown({ from, to, changes }: ContractDiff): string {
  if (changes.length === 0) return `Nothing has changed since the last release of the contract, version ${from}.\n`;
  const sections = HEADINGS.map(([step, heading, meaning]) => {
    const lines = changes.filter((change) => change.step === step).map(({ place, says }) => `- \`${place}\`: ${says}`);
    return lines.length === 0 ? "" : `## ${heading}\n\n${meaning}\n\n${lines.join("\n")}\n`;
  });
  return [
    `The last release has version ${from} of the contract. Today it is version ${to}.\n`,
    ...sections.filter((section) => section !== ""),
  ].join("\n");
}

const HEADINGS: ReadonlyArray<readonly [Step, string, string]> = [
  ["major", "Breaking", "A program that was right before may fail."],
  ["minor", "New", "Programs stay right. There is something that they may use, or should leave in time."],
  ["patch", "Other changes", "Words, examples and marks above all. No program has to look at them."],
];
