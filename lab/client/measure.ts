import { execFile, execFileSync } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { installPinned } from "../../scripts/install-pinned.js";
import { root } from "../../support/repository.js";
import { startProcess, withPrograms } from "../support/programs.js";
import { type Amount, measureRounds, type Took } from "../support/rounds.js";
import type { Measured } from "./results.js";
import { HEAP, type Task } from "./ways.js";
import type { Job } from "./worker.js";

export const peers = join(root, "lab/peers");

export interface NodeProgram {
  readonly path: string;
  readonly version: string;
}

export const ownNode: NodeProgram = { path: process.execPath, version: process.version };

/** Installs Node 24 with npm: an install script of its package downloads the executable. */
export async function newerNode(): Promise<NodeProgram> {
  const folder = join(peers, "node-24");
  await installPinned(folder, "with scripts");
  const path = join(folder, "node_modules/node/bin/node");
  return { path, version: execFileSync(path, ["--version"], { encoding: "utf8" }).trim() };
}

/** Installs the peers, and generates the client of the peer generator from the contract. */
export async function installPeers(): Promise<void> {
  await installPinned(peers, "no scripts");
  const folder = join(peers, "node_modules/.generated");
  const plugins = ["@hey-api/typescript", "@hey-api/sdk", "@hey-api/client-fetch"];
  const tool = join(peers, "node_modules/@hey-api/openapi-ts/bin/index.cjs");
  const args = ["-i", join(root, "generated/openapi.json"), "-o", folder, "-p", ...plugins];
  // The tool reads settings from the working folder and above.
  const generated = promisify(execFile)(process.execPath, [tool, ...args], { cwd: peers });
  generated.child.stdin?.end();
  await generated;
  const contents = `export * from "./sdk.gen"; export { client } from "./client.gen";`;
  const stdin = { contents, resolveDir: folder };
  await build({ stdin, outfile: join(folder, "client.mjs"), bundle: true, platform: "node", format: "esm" });
}

type Measuring = ReturnType<typeof measuringWith>;

/** Measures on one version of Node, with the server in another process. */
export function withMeasuring<Result>(node: NodeProgram, action: (measuring: Measuring) => Promise<Result>) {
  return withPrograms(["client/server.ts", "client/worker.ts"], async (serverFile = "", workerFile = "") => {
    const server = startProcess(serverFile);
    const origin = await server.ask<string>();
    try {
      return await action(measuringWith(node, workerFile, origin));
    } finally {
      await server.stop();
    }
  });
}

function measuringWith(node: NodeProgram, workerFile: string, origin: string) {
  const start = (task: Task, calls: number, concurrency: number) => {
    const job: Job = { task, origin, peers, calls, concurrency };
    return startProcess(workerFile, [JSON.stringify(job)], { execPath: node.path });
  };
  return {
    /** Measures tasks with a number of calls at once. Each has its own process; they take turns. */
    async measure(tasks: readonly Task[], amount: Amount, concurrency = 1): Promise<Measured> {
      console.error(`${node.version}: ${tasks.map(({ name }) => name).join("; ")}, ${concurrency} at once …`);
      const workers = tasks.map((task) => ({ ...start(task, amount.calls, concurrency), name: task.name }));
      const ways = workers.map(({ name, ask }) => ({ name, turn: () => ask<Took>("turn") }));
      return measureRounds(ways, amount).finally(() => Promise.all(workers.map(({ stop }) => stop())));
    },
    /** The heap at the end of a list relative to a quarter of it. */
    async heapRatio(client: string): Promise<number> {
      const { ask, stop } = start({ name: HEAP, way: "paginate", client }, 1, 1);
      return ask<number>(HEAP).finally(stop);
    },
  };
}

/** Measures a GET by every task, one at a time and 50 at once. */
export async function measureGets({ measure }: Measuring, tasks: readonly Task[], amount: Amount) {
  // Concurrent turns are longer, since concurrency drops at the end of each.
  return { 1: await measure(tasks, amount), 50: await measure(tasks, { ...amount, calls: 6 * amount.calls }, 50) };
}
