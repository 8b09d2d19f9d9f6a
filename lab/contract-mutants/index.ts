// npm run lab -- contract-mutants: plants faults in the contract, one in each copy, and counts those that the lint
// finds, and those that the pinned interface (test/contract/interface.yaml) finds of the rest. `-- --sample 100` tries
// some of them, and `--write` keeps the result in docs/proof.md.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual, parseArgs } from "node:util";
import { parse } from "yaml";
import { bundleDocument } from "../../codegen/src/bundle-document.js";
import { markdownTable, writeFigures } from "../support/figures.js";
import { seededRandom, shuffled } from "../support/seeded-random.js";
import { interfaceInShort } from "./interface-in-short.js";
import { lintCopies, writeCopy } from "./lint-copies.js";
import { type ContractMutant, mutantsIn } from "./operators.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const BATCH = 60;

const { values } = parseArgs({
  options: {
    sample: { type: "string", default: "0" },
    write: { type: "boolean", default: false },
  },
});
const listed = execFileSync("git", ["ls-files", "openapi"], { cwd: ROOT, encoding: "utf8" });
const files = listed.trim().split("\n");
const every = files.flatMap((path) =>
  mutantsIn(path.slice("openapi/".length), readFileSync(join(ROOT, path), "utf8"), files),
);
// The same ones each time.
const mutants = shuffled(every, seededRandom(1)).slice(0, Number(values.sample) || every.length);
const folder = mkdtempSync(join(tmpdir(), "contract-mutants-"));
const linted = new Set<ContractMutant>();
const pinned = new Set<ContractMutant>();
try {
  await lintAll();
  await compareAll();
  report();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function lintAll(): Promise<void> {
  const batches = Array.from({ length: Math.ceil(mutants.length / BATCH) }, (_, index) =>
    mutants.slice(index * BATCH, (index + 1) * BATCH),
  );
  const waiting = batches.entries();
  const work = async () => {
    for (const [index, batch] of waiting) {
      const names = batch.map((_, one) => `${index}-${one}`);
      for (const [one, { file, text }] of batch.entries()) writeCopy(join(folder, names[one] ?? ""), file, text);
      const found = await lintCopies(folder, names).catch(() => undefined);
      // The command stops at a copy that it cannot read. In that case, the copies of its batch are tried one at a time.
      const each =
        found ?? (await Promise.all(names.map((name) => lintCopies(folder, [name]).catch(() => [[name, [1]]]))));
      for (const [name, problems] of each.flat(found === undefined ? 1 : 0) as [string, unknown[]][]) {
        const mutant = batch[names.indexOf(name)];
        if (mutant !== undefined && problems.length > 0) linted.add(mutant);
      }
      console.error(`${Math.min((index + 1) * BATCH, mutants.length)} of ${mutants.length} linted`);
    }
  };
  await Promise.all([work(), work()]);
}

/** Compares the interface of each copy that the lint accepts with the pinned one. */
async function compareAll(): Promise<void> {
  const expected: unknown = parse(readFileSync(join(ROOT, "test/contract/interface.yaml"), "utf8"));
  const accepted = mutants.filter((mutant) => !linted.has(mutant));
  for (const [index, mutant] of accepted.entries()) {
    const copy = join(folder, `pinned-${index}`);
    writeCopy(copy, mutant.file, mutant.text);
    // The lint accepts the copy, so it is a document.
    const document = (await bundleDocument(join(copy, "openapi.yaml"))) as Parameters<typeof interfaceInShort>[0];
    if (!isDeepStrictEqual(interfaceInShort(document), expected)) pinned.add(mutant);
  }
}

function report(): void {
  const operators = [...new Set(mutants.map(({ operator }) => operator))].sort();
  const rows = [...operators, "all"].map((operator) => {
    const own = mutants.filter((one) => operator === "all" || one.operator === operator);
    const byLint = own.filter((one) => linted.has(one)).length;
    const byPin = own.filter((one) => pinned.has(one)).length;
    const percent = (count: number) => `${((100 * count) / own.length).toFixed(1)}%`;
    return [operator, own.length, percent(byLint), percent(byPin), percent(byLint + byPin)];
  });
  const table = markdownTable(["kind of fault", "faults", "lint", "pinned interface", "together"], rows);
  console.log(table);
  const left = mutants.filter((mutant) => !linted.has(mutant) && !pinned.has(mutant));
  mkdirSync(join(ROOT, "reports"), { recursive: true });
  writeFileSync(join(ROOT, "reports/contract-mutants.txt"), left.map(({ name }) => `${name}\n`).join(""));
  console.log(`${left.length} survivors: reports/contract-mutants.txt`);
  if (!values.write) return;
  const date = new Date().toISOString().slice(0, 10);
  const which = mutants.length === every.length ? "Every fault" : `${mutants.length} of ${every.length} faults`;
  const names = left.map(({ name }) => `- \`${name}\``).join("\n");
  const text = `${which}, on ${date}:\n\n${table}\n\n${left.length} were not found:\n\n${names}`;
  writeFigures(join(ROOT, "docs/proof.md"), { "contract mutants": text });
}
