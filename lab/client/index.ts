// npm run lab -- client [--short] [--rounds 15] [--base <commit>]: measures the built client beside its peers, and in a long
// list. The full form does so on two versions of Node, installs the peers, and renews docs/performance.md. With --base, the
// packed client of that commit takes part, and no page is written.

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import packageJson from "../../package.json" with { type: "json" };
import { versionsOf } from "../../scripts/install-pinned.js";
import { root } from "../../support/repository.js";
import { isWithin, limitText, writeFigures } from "../support/figures.js";
import { installPeers, measureGets, type NodeProgram, newerNode, ownNode, peers, withMeasuring } from "./measure.js";
import { getTable, limitsOf, limitsTable, pageFigures, type Results, rivalsOf } from "./results.js";
import { CLIENT_WAYS, PEER_WAYS, PLAIN_WAYS, REPLACED, type Task } from "./ways.js";

const { values } = parseArgs({
  options: { short: { type: "boolean", default: false }, rounds: { type: "string" }, base: { type: "string" } },
});
const rounds = Number(values.rounds ?? (values.short ? 5 : 15));
/** A short run on a busy machine is inaccurate, so that only twice the limit is a failure. */
const slack = values.short ? 2 : 1;

if (!values.short) await installPeers();
const taskOf = (way: string): Task => ({ name: way, way, client: root });
const tasks = [
  ...(values.base === undefined ? [] : tasksAt(git("rev-parse", "--verify", `${values.base}^{commit}`))),
  ...[...(values.short ? PLAIN_WAYS : PEER_WAYS), ...CLIENT_WAYS].map(taskOf),
];
const rivals = rivalsOf(tasks, REPLACED);
const runs: Results[] = [];
for (const node of values.short ? [ownNode] : [ownNode, await newerNode()]) {
  const results = await run(node);
  runs.push(results);
  console.log(
    [...Object.values(results.gets).map((one) => getTable(one, rivals)), limitsTable([results])].join("\n\n"),
  );
}
if (!values.short && values.base === undefined)
  writeFigures(join(root, "docs/performance.md"), pageFigures(runs, rivals));
for (const limit of runs.flatMap(limitsOf).filter((one) => !isWithin(one, slack))) {
  console.error(`${limit.name}: expected ${limitText(limit)}; measured ${limit.value}`);
  process.exitCode = 1;
}

function tasksAt(commit: string): Task[] {
  const client = packageAt(commit);
  return CLIENT_WAYS.map((way) => ({ name: `${way}, ${commit.slice(0, 7)}`, way, client }));
}

async function run(node: NodeProgram): Promise<Results> {
  const load = Number((loadavg()[0] ?? 0).toFixed(2));
  return withMeasuring(node, async (measuring) => {
    const get = { rounds, warmUp: 3, turns: values.short ? 1 : 2, calls: 500, seed: 1 };
    const list = { ...get, warmUp: 1, turns: 1, calls: 1 };
    const gets = await measureGets(measuring, tasks, get);
    const long = await measuring.measure(["paginate", "list by hand"].map(taskOf), list);
    const slow = await measuring.measure(["prefetch", "no prefetch"].map(taskOf), { ...list, rounds: 3 });
    return {
      ...{ node: node.version, commit: measuredCommit(), date: new Date().toISOString().slice(0, 10) },
      processors: availableParallelism(),
      load,
      versions: await versions(),
      gets,
      lists: new Map([...long, ...slow]),
      heapRatio: await measuring.heapRatio(root),
    };
  });
}

/** The commit of the client. Marked when its files differ from the commit. */
function measuredCommit(): string {
  const isChanged = git("status", "--porcelain", "src", "generated") !== "";
  return `${git("rev-parse", "--short=7", "HEAD")}${isChanged ? " and changes" : ""}`;
}

/** The versions of the peers; of those that the project uses itself, its own. */
async function versions(): Promise<Record<string, string>> {
  const { undici } = packageJson.devDependencies;
  return { ...(await versionsOf(peers)), undici, "openapi-fetch": packageJson.dependencies["openapi-fetch"] };
}

function git(...args: string[]): string {
  return execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
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
