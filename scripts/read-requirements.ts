/** A line of `docs/requirements.md`. */
export interface Requirement {
  /** Such as `ER-12`. */
  readonly id: string;
  readonly holds: string;
  /** Letters for where it can be proven: `C`, `K`, `S`, `P`. */
  readonly where: readonly string[];
  /** The operations that it speaks of; empty when it speaks of all. */
  readonly operations: readonly string[];
}

/**
 * Reads the requirements from the tables of a Markdown text.
 *
 * Throws an `Error` when an id stands twice.
 */
export function readRequirements(markdown: string): Requirement[] {
  const found = new Map<string, Requirement>();
  for (const [, id = "", holds = "", where = ""] of markdown.matchAll(ROW)) {
    if (found.has(id)) throw new Error(`The requirement ${id} stands twice`);
    // A line about some operations begins with their names: up to the first blank or colon that no name follows.
    const [opening = ""] = holds.split(/[: ](?!`)/, 1);
    const operations = [...opening.matchAll(/`([a-z]+[A-Z]\w+)`/g)].map(([, name = ""]) => name);
    found.set(id, { id, holds, where: where.trim().split(/\s+/), operations });
  }
  return [...found.values()];
}

/** The ids that a text carries in square brackets, such as `[ER-12]`. */
export function idsIn(text: string): string[] {
  return [...text.matchAll(/\[([A-Z]{2}-\d+)\]/g)].map(([, id = ""]) => id);
}

// The cells may be padded: formatters line tables up.
const ROW = /^\| ([A-Z]{2}-\d+) +\| (.+?) +\| ([CKSP ]+) \|$/gm;
