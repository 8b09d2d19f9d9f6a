// npm run lab -- mutants: does the fast lane of the tests find nearly all that the whole suite finds? Draws twenty of
// Stryker's mutants of each room of the last commit, and tries them on copies of it: in the fast lane, and those that it
// missed in the slow lane. `-- --only kit-3` tries one, `--count 5` that many of each room, `--seed 2` others.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, parse } from "node:path";
import { parseArgs } from "node:util";
import { root as ROOT } from "../../support/repository.js";
import { indexOf, instrument } from "../proof/mutants/instrument.js";
import { seededRandom, shuffled } from "../support/seeded-random.js";

interface Mutant {
  readonly id: string;
  readonly room: string;
  readonly file: string;
  readonly original: string;
  readonly replacement: string;
  /** The text of the file with the change. */
  readonly text: string;
}

type Lane = "fast" | "slow";

const ROOMS = { client: ["src"], kit: ["contract/src", "contract-tests/src"], sandbox: ["sandbox/src"] };
const MIN_PERCENT = 95;
/** Twice what a healthy lane needs beside another one. A mutant that takes longer loops forever. */
const TIMEOUT_MS: Readonly<Record<Lane, number>> = { fast: 1_200_000, slow: 2_400_000 };

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    count: { type: "string", default: "20" },
    seed: { type: "string", default: "25" },
  },
});
const copies = [await copyOfCommit(), await copyOfCommit()] as const;
const mutants = (await drawMutants()).filter(({ id }) => (values.only ?? id) === id);
const foundIn = new Map<Mutant, Lane>();
for (const lane of ["fast", "slow"] as const) {
  // Tests that fail without a mutant are left out.
  const unhealthy = values.only === undefined ? await failedFiles(copies[0], lane) : [];
  for (const copy of copies) for (const file of unhealthy) rmSync(join(copy, file));
  const queue = mutants.filter((mutant) => !foundIn.has(mutant)).values();
  await Promise.all(copies.map((copy) => tryMutants(copy, lane, queue)));
}
report();

/** Copies the commit into a temporary folder, where tests can run. */
async function copyOfCommit(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "mutants-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  execFileSync("git", ["clone", "--quiet", ROOT, folder]);
  // Links between workspaces stay relative, so they lead into the copy.
  await cp(`${ROOT}node_modules`, `${folder}/node_modules`, { recursive: true, verbatimSymlinks: true });
  await rm(`${folder}/node_modules/.cache`, { recursive: true, force: true });
  execFileSync("npm", ["run", "--silent", "generate"], { cwd: folder });
  return folder;
}

/** Draws mutants of each room: the same ones for a commit, a count and a seed. */
async function drawMutants(): Promise<Mutant[]> {
  const drawn: Mutant[] = [];
  for (const [room, folders] of Object.entries(ROOMS)) {
    const listed = execFileSync("git", ["ls-files", ...folders], { cwd: copies[0], encoding: "utf8" });
    const files = listed.split("\n").filter((name) => /\.tsx?$/.test(name));
    const content = (name: string) => readFileSync(join(copies[0], name), "utf8");
    const all = await instrument(files.map((name) => ({ name, mutate: true, content: content(name) })));
    const some = shuffled(all.mutants, seededRandom(Number(values.seed))).slice(0, Number(values.count));
    for (const [index, { fileName: file, replacement, location }] of some.entries()) {
      const source = content(file);
      const [start, end] = [indexOf(source, location.start), indexOf(source, location.end)];
      const text = source.slice(0, start) + replacement + source.slice(end);
      drawn.push({ id: `${room}-${index + 1}`, room, file, text, replacement, original: source.slice(start, end) });
    }
  }
  return drawn;
}

/** Tries mutants of a queue in a copy: in tests named like the file or its folder, in those that import it, then in all. */
async function tryMutants(copy: string, lane: Lane, queue: Iterable<Mutant>) {
  for (const mutant of queue) {
    const path = join(copy, mutant.file);
    const source = readFileSync(path, "utf8");
    writeFileSync(path, mutant.text);
    const { name, dir } = parse(mutant.file);
    const near = lane === "fast" ? [["run", `/${name}.`, `/${basename(dir)}/`]] : [];
    const attempts = [...near, ["related", mutant.file, "--run"], ["run"]];
    let failed: string[] = [];
    for (const tests of attempts)
      if (failed.length === 0) failed = await failedFiles(copy, lane, [...tests, "--bail=1"]);
    writeFileSync(path, source);
    if (failed.length > 0) foundIn.set(mutant, lane);
    console.log(`${mutant.id}, ${lane} lane: ${failed[0] ?? "not found"}`);
  }
}

/** The files with failed tests in a lane. Tests start processes, so their whole group ends with them. */
async function failedFiles(copy: string, lane: Lane, tests: readonly string[] = ["run"]): Promise<string[]> {
  const { TEST_LANE: _, ...env } = process.env;
  const output = join(copy, "reports/mutant.json");
  await rm(output, { force: true });
  const filters = lane === "slow" && tests[0] === "run" ? [".slow.test", "test/properties"] : [];
  const args = [...tests, ...filters, "--reporter=json", `--outputFile=${output}`, "--passWithNoTests"];
  const child = spawn(join(copy, "node_modules/.bin/vitest"), args, {
    cwd: copy,
    detached: true,
    stdio: "ignore",
    env: lane === "slow" ? { ...env, TEST_LANE: "slow" } : env,
  });
  const end = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    } catch {
      // The group has no more processes.
    }
  };
  const timer = setTimeout(end, TIMEOUT_MS[lane]);
  const [code] = await once(child, "exit");
  clearTimeout(timer);
  end();
  const report = await readFile(output, "utf8").catch(() => undefined);
  if (report === undefined) return ["no report"];
  // The part of the report of vitest that is read here.
  const { testResults } = JSON.parse(report) as { testResults: { name: string; status: string }[] };
  const failed = testResults.filter(({ status }) => status === "failed").map(({ name }) => name.slice(copy.length + 1));
  // A module that throws while it is loaded can end a run without a failed test.
  return failed.length > 0 || code === 0 ? failed : ["the run itself"];
}

/** Prints how many mutants each lane finds, by room, and those that the fast lane misses. */
function report(): void {
  const rows = [...Object.keys(ROOMS), "all"].map((room) => {
    const own = mutants.filter((mutant) => room === "all" || mutant.room === room);
    const [fast = 0, slow = 0] = ["fast", "slow"].map((lane) => own.filter((one) => foundIn.get(one) === lane).length);
    const percent = fast + slow === 0 ? 100 : (100 * fast) / (fast + slow);
    return { room, drawn: own.length, fast, slow, none: own.length - fast - slow, "fast %": percent.toFixed(1) };
  });
  console.table(rows);
  for (const mutant of mutants.filter((one) => foundIn.get(one) !== "fast")) {
    const { id, file, original, replacement } = mutant;
    console.log(`${id} ${file}: ${original} -> ${replacement}\n  ${foundIn.get(mutant) ?? "neither"} lane finds it`);
  }
  if (Number(rows.at(-1)?.["fast %"]) < MIN_PERCENT) process.exitCode = 1;
}
