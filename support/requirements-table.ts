/** A test that passed. */
interface ProvingTest {
  readonly title: string;
  /** The path of its file. */
  readonly file: string;
}

/** The tests that passed, by the requirement ids in their titles. */
type Proof = ReadonlyMap<string, readonly ProvingTest[]>;

/**
 * Reads from a JSON report of vitest which tests prove which requirements. Only passed tests count.
 *
 * Throws a `SyntaxError` when the text is not JSON, and a `TypeError` when it is not such a report.
 */
export function provenIn(report: string): Proof {
  const proof = new Map<string, ProvingTest[]>();
  for (const proving of passedTests(JSON.parse(report))) {
    for (const id of new Set(idsIn(proving.title))) proof.set(id, [...(proof.get(id) ?? []), proving]);
  }
  return proof;
}

/**
 * Prints the requirements with their tests, then those without; names ids that no requirement has, and ids that are not
 * proven. A requirement of the sandbox needs a test of the sandbox.
 */
export function requirementsTable(requirements: readonly Requirement[], proof: Proof) {
  const known = new Set(requirements.map(({ id }) => id));
  const proven = requirements.filter(({ id }) => proof.has(id));
  const open = requirements.filter(({ id }) => !proof.has(id));
  const waiting = proven.filter(({ id, where }) => where.includes("S") && !provenInSandbox(proof.get(id) ?? []));
  const lines = [
    ...proven.flatMap(({ id, holds }) => {
      const rest = waiting.some((one) => one.id === id) ? ["behavior to be proven in the sandbox"] : [];
      return [`${id}  ${holds}`, ...[...firstTitles(proof.get(id) ?? []), ...rest].map((line) => `       ${line}`)];
    }),
    ...(open.length === 0 ? [] : ["", "Not proven yet:"]),
    ...open.map(({ id, holds, where }) => `${id}  ${holds}\n       to be proven ${placesOf(where)}`),
    "",
    `${proven.length} of ${requirements.length} requirements have tests, ${open.length} have none yet.`,
    `Of those with tests, ${waiting.length} wait for the sandbox to prove their behavior.`,
  ];
  const unproven = [...open, ...waiting].map(({ id }) => id);
  return { text: lines.join("\n"), unknown: [...proof.keys()].filter((id) => !known.has(id)), unproven };
}

const SHOWN_TITLES = 2;

function provenInSandbox(tests: readonly ProvingTest[]): boolean {
  return tests.some(({ file }) => /\/(sandbox|reliability)\//.test(file));
}

function firstTitles(tests: readonly ProvingTest[]): string[] {
  const more = tests.length - SHOWN_TITLES;
  const shown = tests.slice(0, SHOWN_TITLES).map(({ title }) => `- ${title}`);
  return more > 0 ? [...shown, `  and ${more} more`] : shown;
}

const PLACES: Readonly<Record<string, string>> = {
  C: "in the contract and its lint",
  K: "in the client",
  S: "in the sandbox",
  P: "on the mock",
  W: "on the docs site",
};

function placesOf(where: readonly string[]): string {
  return where.map((letter) => PLACES[letter] ?? letter).join(", ");
}

function passedTests(report: unknown): ProvingTest[] {
  return listAt(report, "testResults").flatMap((result) => {
    const passed = listAt(result, "assertionResults").filter((one) => memberAt(one, "status") === "passed");
    return passed.map((one) => ({ title: String(memberAt(one, "title")), file: String(memberAt(result, "name")) }));
  });
}

function listAt(node: unknown, key: string): unknown[] {
  const list = memberAt(node, key);
  if (!Array.isArray(list)) throw new TypeError(`Not a vitest report: expected the list ${key}`);
  return list;
}

function memberAt(node: unknown, key: string): unknown {
  return typeof node === "object" && node !== null
    ? Object.entries(node).find(([name]) => name === key)?.[1]
    : undefined;
}

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
