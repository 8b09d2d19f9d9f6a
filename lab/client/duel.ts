// npm run lab -- duel [--base <commit>] [--head <commit>] [--rounds 10] [--seed 1] [--newer-node] [--short]: compares the
// packed clients of two commits, and their peers, in one run. By default with the commit of the main branch.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { root } from "../../support/repository.js";
import { measureGets, newerNode, ownNode, withMeasuring } from "./measure.js";
import { getTable, rivalsOf } from "./results.js";
import { CLIENT_WAYS, PLAIN_WAYS, REPLACED, type Task } from "./ways.js";

const { values } = parseArgs({
  options: {
    base: { type: "string" },
    head: { type: "string", default: "HEAD" },
    rounds: { type: "string" },
    seed: { type: "string", default: "1" },
    "newer-node": { type: "boolean", default: false },
    short: { type: "boolean", default: false },
  },
});
const rounds = Number(values.rounds ?? (values.short ? 3 : 10));
const seed = Number(values.seed);
if (![rounds, seed].every((one) => Number.isInteger(one) && one > 0)) {
  throw new TypeError(`--rounds and --seed: expected positive integers; received ${values.rounds} and ${values.seed}`);
}
const size = values.short ? { warmUp: 1, turns: 1, calls: 200 } : { warmUp: 3, turns: 2, calls: 500 };
const commits = [...new Set([commitOf(values.base ?? baseOfHead()), commitOf(values.head)])];
const tasks = [
  ...PLAIN_WAYS.map((way): Task => ({ name: way, way, client: root })),
  ...commits.flatMap((commit) => {
    const client = packageAt(commit);
    return CLIENT_WAYS.map((way): Task => ({ name: `${way}, ${commit.slice(0, 7)}`, way, client }));
  }),
];
const node = values["newer-node"] ? await newerNode() : ownNode;
const gets = await withMeasuring(node, (measuring) => measureGets(measuring, tasks, { rounds, seed, ...size }));
console.log(`Node ${node.version}, ${rounds} rounds, seed ${seed}. Medians, and quartiles in parentheses.`);
for (const [concurrency, measured] of Object.entries(gets))
  console.log(`\n${concurrency} at once:\n\n${getTable(measured, rivalsOf(tasks, REPLACED))}`);

function git(...args: string[]): string {
  return execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
}

function commitOf(revision: string): string {
  return git("rev-parse", "--verify", `${revision}^{commit}`);
}

/** The commit of the main branch, or else the one before. */
function baseOfHead(): string {
  try {
    return git("merge-base", "HEAD", "origin/main");
  } catch {
    return "HEAD~1";
  }
}

/**
 * Builds and packs the client of a commit with the installed dependencies, and returns the folder of the package. Later
 * calls find the folder made.
 */
function packageAt(commit: string): string {
  // Below node_modules, so that the package finds its dependencies.
  const cache = join(root, "node_modules/.cache/lab");
  const folder = join(cache, commit);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const tree = mkdtempSync(join(tmpdir(), "client-at-"));
  console.error(`building ${commit.slice(0, 7)} …`);
  const run = (program: string, ...args: string[]) => execFileSync(program, args, { cwd: tree, stdio: "pipe" });
  try {
    git("archive", `--output=${join(tree, "tree.tar")}`, commit);
    run("tar", "-xf", "tree.tar");
    symlinkSync(join(root, "node_modules"), join(tree, "node_modules"));
    run("npm", "run", "generate");
    try {
      run("npm", "run", "build");
    } catch (cause) {
      // The other packages of an old commit may not build with the dependencies of today.
      if (!existsSync(join(tree, "dist/src/index.js"))) throw cause;
    }
    run("npm", "pack", "--ignore-scripts", "--silent");
    const tarball = readdirSync(tree).find((name) => name.endsWith(".tgz")) ?? "no tarball";
    const unpacked = mkdtempSync(`${folder}-`);
    run("tar", "-xzf", tarball, "-C", unpacked);
    renameSync(join(unpacked, "package"), folder);
    rmSync(unpacked, { recursive: true });
    return folder;
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}
