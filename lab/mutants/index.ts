// Does the fast lane of the tests find nearly all that the whole suite finds? Tries the mutants of drawn.yaml on copies of
// the last commit: in the fast lane, and those that it missed in the slow lane. A second start continues. `-- --only kit-3`
// tries one.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { parse } from "yaml";
import { type DrawnMutant, type Place, placeOf } from "./place.js";
import { type Lane, runTrial, type TrialResult } from "./run-trial.js";

interface Placed extends DrawnMutant {
  readonly room: string;
  readonly place: Place;
}

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** Where the mutated code can be. */
const FOLDERS = ["src", "contract", "contract-tests/src", "sandbox/src"];
const RESULTS = `${ROOT}reports/drawn-mutants.json`;
const COPIES = 2;
const MIN_PERCENT = 95;

const { values } = parseArgs({ options: { only: { type: "string" } } });
const commit = git(ROOT, "rev-parse", "HEAD").trim();
const results = readResults();
const firstCopy = await copyOfCommit();
const sources = sourcesOf(firstCopy);
const mutants = chosenMutants();
/** Test files that pass without a mutant, and those that fail. */
const healthy = new Set<string>();
const unhealthy = new Set<string>();
const copies = [firstCopy, ...(await Promise.all(mutants.slice(1, COPIES).map(copyOfCommit)))];
for (const lane of ["fast", "slow"] as const) {
  const queue = mutants.filter((mutant) => lane === "fast" || !isFound(mutant, "fast")).values();
  await Promise.all(copies.map((copy) => work(copy, lane, queue)));
}
report();

function git(cwd: string, ...args: string[]): string {
  return execFileSync("git", args, { cwd, encoding: "utf8" });
}

/** The results of this commit so far, by lane and mutant. */
function readResults(): Record<string, TrialResult> {
  try {
    const stored = JSON.parse(readFileSync(RESULTS, "utf8")) as {
      commit: string;
      results: Record<string, TrialResult>;
    };
    return stored.commit === commit ? stored.results : {};
  } catch {
    return {};
  }
}

/** Copies the commit into a temporary folder, where tests can run. */
async function copyOfCommit(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "mutants-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  git(ROOT, "clone", "--quiet", "--no-checkout", ROOT, folder);
  git(folder, "checkout", "--quiet", "--detach", commit);
  // Links between workspaces stay relative, so they lead into the copy.
  await cp(`${ROOT}node_modules`, `${folder}/node_modules`, { recursive: true, verbatimSymlinks: true });
  await rm(`${folder}/node_modules/.cache`, { recursive: true, force: true });
  execFileSync("npm", ["run", "--silent", "generate"], { cwd: folder });
  return folder;
}

/** The source files of a copy, by path. */
function sourcesOf(folder: string): Map<string, string> {
  const listed = git(folder, "ls-files", ...FOLDERS).split("\n");
  const paths = listed.filter((path) => /\.tsx?$/.test(path) && !/(^|\/)test\//.test(path));
  return new Map(paths.map((path) => [path, readFileSync(join(folder, path), "utf8")]));
}

/** The drawn mutants. One of the reserve replaces one whose code no longer exists. */
function chosenMutants(): Placed[] {
  const text = readFileSync(new URL("drawn.yaml", import.meta.url), "utf8");
  const drawn = parse(text) as { commit: string; mutants: DrawnMutant[]; reserve: DrawnMutant[] };
  const placed = (mutant: DrawnMutant): Placed[] => {
    const drawnFrom = git(ROOT, "show", `${drawn.commit}:${mutant.at.replace(/:.*/, "")}`);
    const place = placeOf(mutant, drawnFrom, sources);
    return place === undefined ? [] : [{ ...mutant, place, room: mutant.id.replace(/-.*/, "") }];
  };
  if (values.only !== undefined)
    return [...drawn.mutants, ...drawn.reserve].filter(({ id }) => id === values.only).flatMap(placed);
  const reserve = drawn.reserve.flatMap(placed);
  return drawn.mutants.flatMap((mutant) => {
    const found = placed(mutant);
    if (found.length > 0) return found;
    const next = reserve.findIndex(({ room }) => mutant.id.startsWith(room));
    const replacing = next < 0 ? [] : reserve.splice(next, 1);
    console.log(`${mutant.id} (${mutant.at}) is gone, replaced by ${replacing[0]?.id ?? "none"}`);
    return replacing;
  });
}

/** Tries mutants of the queue in a copy, and keeps each result at once. */
async function work(copy: string, lane: Lane, queue: Iterable<Placed>): Promise<void> {
  for (const mutant of queue) {
    const result = results[`${lane} ${mutant.id}`] ?? (await tryMutant(copy, mutant, lane));
    results[`${lane} ${mutant.id}`] = result;
    mkdirSync(`${ROOT}reports`, { recursive: true });
    writeFileSync(RESULTS, JSON.stringify({ commit, results }, null, 2));
    console.log(`${mutant.id}, ${lane} lane: ${foundBy(result)}`);
  }
}

async function tryMutant(copy: string, { room, place, replacement }: Placed, lane: Lane): Promise<TrialResult> {
  const { file, start, end } = place;
  const source = sources.get(file) ?? "";
  for (;;) {
    writeFileSync(join(copy, file), source.slice(0, start) + replacement + source.slice(end));
    const result = await runTrial(copy, lane, [room, file, "", ...unhealthy]);
    writeFileSync(join(copy, file), source);
    if (result.failed === undefined || (await isHealthy(copy, lane, result.file ?? ""))) return result;
  }
}

/** Whether a test file, or without a name the whole lane, passes without a mutant. One that fails is left out. */
async function isHealthy(copy: string, lane: Lane, file: string): Promise<boolean> {
  if (healthy.has(file)) return true;
  const { failed } = await runTrial(copy, lane, ["", "", file, ...unhealthy]);
  if (failed !== undefined && file === "") throw new Error(`The ${lane} lane fails without a mutant: ${failed}`);
  (failed === undefined ? healthy : unhealthy).add(file);
  if (failed !== undefined) console.warn(`${file} fails without a mutant, and is left out: ${failed}`);
  return failed === undefined;
}

function isFound({ id }: Placed, lane: Lane): boolean {
  return results[`${lane} ${id}`]?.failed !== undefined;
}

function foundBy(result: TrialResult | undefined): string {
  if (result === undefined) return "not tried";
  return result.failed === undefined ? "not found" : `found by ${result.file}: ${result.failed}`;
}

/** Prints how many mutants each lane finds, by room, and those that the fast lane misses. */
function report(): void {
  const rows = ["client", "kit", "sandbox", "all"].map((room) => {
    const own = mutants.filter((mutant) => room === "all" || mutant.room === room);
    const fast = own.filter((mutant) => isFound(mutant, "fast")).length;
    const slow = own.filter((mutant) => !isFound(mutant, "fast") && isFound(mutant, "slow")).length;
    const percent = fast + slow === 0 ? 100 : (100 * fast) / (fast + slow);
    return { room, drawn: own.length, fast, slow, none: own.length - fast - slow, "fast %": percent.toFixed(1) };
  });
  console.table(rows);
  for (const mutant of mutants.filter((one) => !isFound(one, "fast"))) {
    const { id, place, original, replacement } = mutant;
    console.log(`${id} ${place.file}: ${original} -> ${replacement}\n  slow lane: ${foundBy(results[`slow ${id}`])}`);
  }
  if (Number(rows.at(-1)?.["fast %"]) < MIN_PERCENT) process.exitCode = 1;
}
