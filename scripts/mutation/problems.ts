import type { Mutant, MutantName } from "./mutants.js";
import { hasSurvived, type Share } from "./shares.js";

/** The survivors that are accounted for, by file. */
export type Explained = Readonly<Record<string, readonly (MutantName & { readonly why: string })[]>>;

/** What is wrong with a run: survivors without a reason, reasons without a survivor, and shares below their bound. */
export function problemsOf(mutants: readonly Mutant[], explained: Explained, shares: readonly Share[]): string[] {
  const reasons = Object.entries(explained).flatMap(([file, entries]) =>
    // Each entry stands for one mutant; several of the same name need several entries.
    entries.map((entry) => ({ name: nameOf(file, entry), why: entry.why })),
  );
  const problems: string[] = [];
  for (const mutant of mutants.filter(hasSurvived)) {
    const name = nameOf(mutant.file, mutant);
    const index = reasons.findIndex((reason) => reason.name === name);
    const [reason] = index < 0 ? [] : reasons.splice(index, 1);
    if (!reason) problems.push(`survived, and is not in the list (line ${mutant.lineNumber}): ${name}`);
    else if (!reason.why?.trim()) problems.push(`has no reason in the list: ${name}`);
  }
  for (const { name } of reasons) problems.push(`is in the list, and did not survive: ${name}`);
  if (mutants.some(({ status }) => status === "Pending")) problems.push("the run was not finished");
  for (const { name, percent, bound } of shares) {
    if (!(percent >= bound)) problems.push(`${name}: ${percent.toFixed(2)} % noticed, and ${bound} % are asked for`);
  }
  return problems;
}

function nameOf(file: string, { line, mutator, original, replacement }: MutantName): string {
  return `${file}: ${mutator}: ${original} -> ${replacement} in: ${line}`;
}
