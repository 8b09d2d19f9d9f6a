interface ProvingTest {
  readonly title: string;
  readonly file: string;
}

/** The tests that passed, by the requirement ids in their titles. */
type Proof = ReadonlyMap<string, readonly ProvingTest[]>;

/** The part of a JSON report of vitest that says which tests passed. */
interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly status: string; readonly title: string }[];
  }[];
}

/** Reads from JSON reports of vitest which tests prove which requirements. Only passed tests count. */
export function provenIn(...reports: string[]): Proof {
  const proof = new Map<string, ProvingTest[]>();
  for (const report of reports)
    for (const { name: file, assertionResults } of (JSON.parse(report) as Report).testResults)
      for (const { status, title } of assertionResults) {
        if (status !== "passed") continue;
        for (const id of new Set(idsIn(title))) proof.set(id, [...(proof.get(id) ?? []), { title, file }]);
      }
  return proof;
}

/**
 * Prints the requirements with their tests; names ids that no requirement has, and ids that are not proven. A requirement
 * of the sandbox needs a test of the sandbox.
 */
export function requirementsTable(requirements: readonly Requirement[], proof: Proof) {
  const known = new Set(requirements.map(({ id }) => id));
  const isProven = ({ id, where }: Requirement) => {
    const tests = proof.get(id) ?? [];
    return where.includes("S") ? tests.some(({ file }) => /\/(sandbox|reliability)\//.test(file)) : tests.length > 0;
  };
  const unproven = requirements.filter((one) => !isProven(one)).map(({ id }) => id);
  const lines = requirements.flatMap(({ id, holds }) => {
    const titles = (proof.get(id) ?? []).map(({ title }) => `       - ${title}`);
    const more = titles.length > SHOWN_TITLES ? [`         and ${titles.length - SHOWN_TITLES} more`] : [];
    return [`${id}  ${holds}`, ...titles.slice(0, SHOWN_TITLES), ...more];
  });
  const text = [...lines, "", `${unproven.length} of ${requirements.length} requirements have no proof.`].join("\n");
  return { text, unknown: [...proof.keys()].filter((id) => !known.has(id)), unproven };
}

const SHOWN_TITLES = 2;

/** A line of `docs/requirements.md`. */
interface Requirement {
  /** Such as `ER-12`. */
  readonly id: string;
  readonly holds: string;
  /** Letters for where it is proven: `C`, `K`, `S`, `P`, `W`. */
  readonly where: readonly string[];
  /** The operations that it applies to; empty if it applies to all. */
  readonly operations: readonly string[];
}

/**
 * Reads the requirements from the tables of a Markdown text.
 *
 * Throws an `Error` on a duplicate id.
 */
export function readRequirements(markdown: string): Requirement[] {
  const found = new Map<string, Requirement>();
  for (const [, id = "", holds = "", where = ""] of markdown.matchAll(ROW)) {
    if (found.has(id)) throw new Error(`Duplicate requirement ${id}`);
    // A line about some operations begins with their names: up to the first blank or colon that no name follows.
    const [opening = ""] = holds.split(/[: ](?!`)/, 1);
    const operations = [...opening.matchAll(/`([a-z]+[A-Z]\w+)`/g)].map(([, name = ""]) => name);
    found.set(id, { id, holds, where: where.trim().split(/\s+/), operations });
  }
  return [...found.values()];
}

/** The ids that a text carries in square brackets, such as `[ER-12]`. */
function idsIn(text: string): string[] {
  return [...text.matchAll(/\[([A-Z]{2}-\d+)\]/g)].map(([, id = ""]) => id);
}

// The cells may be padded: formatters line tables up.
const ROW = /^\| ([A-Z]{2}-\d+) +\| (.+?) +\| ([CKSPW ]+) \|$/gm;
