import { execFile, execFileSync } from "node:child_process";
import { mkdir, mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { installPinned } from "../../scripts/install-pinned.js";
import type { Places } from "./ways.js";

/** The measured programs as plain JavaScript, so that the loader does not count. */
export interface Programs {
  readonly folder: string;
  readonly server: string;
  readonly worker: string;
  readonly places: Places;
}

interface ProgramOptions {
  readonly root: string;
  readonly peers: string;
  readonly withPeers: boolean;
}

/** Compiles the programs of the benchmark, and the peer's generated client, into a new folder. */
export async function makePrograms({ root, peers, withPeers }: ProgramOptions): Promise<Programs> {
  // Below node_modules, so that the programs find the packages of the project.
  const parent = join(root, "node_modules/.cache");
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, "client-bench-"));
  const common = { bundle: true, platform: "node", format: "esm", target: "node20", logLevel: "warning" } as const;
  const own = { ...common, packages: "external", outExtension: { ".js": ".mjs" } } as const;
  const bench = (file: string) => join(root, "lab/client", file);
  await build({ ...own, entryPoints: [bench("server.ts"), bench("worker.ts")], outdir: folder });
  const generated = join(folder, "generated.mjs");
  if (withPeers) {
    const sources = join(folder, "generated");
    await generateClient({ root, peers, folder: sources });
    const contents = `export * from "./sdk.gen"; export { client } from "./client.gen";`;
    await build({ ...common, stdin: { contents, resolveDir: sources }, outfile: generated });
  }
  const places = { client: join(root, "dist"), peers, generated };
  return { folder, server: join(folder, "server.mjs"), worker: join(folder, "worker.mjs"), places };
}

/** Generates the client of the peer generator from the contract. */
async function generateClient({ root, peers, folder }: { root: string; peers: string; folder: string }): Promise<void> {
  const plugins = ["@hey-api/typescript", "@hey-api/sdk", "@hey-api/client-fetch"];
  const tool = join(peers, "node_modules/@hey-api/openapi-ts/bin/index.cjs");
  const contract = join(root, "generated/openapi.json");
  // The tool reads settings from the working folder and above.
  const generated = promisify(execFile)(process.execPath, [tool, "-i", contract, "-o", folder, "-p", ...plugins], {
    cwd: peers,
  });
  generated.child.stdin?.end();
  await generated;
}

/** A Node executable. */
export interface NodeProgram {
  readonly path: string;
  readonly version: string;
}

export const ownNode: NodeProgram = { path: process.execPath, version: process.version };

/** Installs Node 24 with npm: an install script of its package downloads the executable. */
export async function newerNode(peers: string): Promise<NodeProgram> {
  const folder = join(peers, "node-24");
  await installPinned(folder, "with scripts");
  const path = join(folder, "node_modules/node/bin/node");
  return { path, version: execFileSync(path, ["--version"], { encoding: "utf8" }).trim() };
}

/** `node20` for v20.20.2: the name of a results file. */
export function nameOf({ version }: Pick<NodeProgram, "version">): string {
  return `node${/^v(\d+)\./.exec(version)?.[1] ?? version}`;
}
