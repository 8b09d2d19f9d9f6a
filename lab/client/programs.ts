import { execFile, execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { installPinned } from "../../scripts/install-pinned.js";

export const root = fileURLToPath(new URL("../..", import.meta.url));
export const peers = join(root, "lab/peers");

const common = { bundle: true, platform: "node", format: "esm", target: "node20", logLevel: "warning" } as const;

/** The measured programs as plain JavaScript, so that the loader does not count. */
export interface Programs {
  readonly server: string;
  readonly worker: string;
}

/** Compiles the programs into a new folder, for as long as an action takes. */
export async function withPrograms(action: (programs: Programs) => Promise<void>): Promise<void> {
  // Below node_modules, so that the programs find the packages of the project.
  const parent = join(root, "node_modules/.cache");
  await mkdir(parent, { recursive: true });
  const outdir = await mkdtemp(join(parent, "lab-programs-"));
  try {
    const entryPoints = ["server.ts", "worker.ts"].map((file) => join(root, "lab/client", file));
    await build({ ...common, packages: "external", outExtension: { ".js": ".mjs" }, entryPoints, outdir });
    await action({ server: join(outdir, "server.mjs"), worker: join(outdir, "worker.mjs") });
  } finally {
    await rm(outdir, { recursive: true });
  }
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
  await build({ ...common, stdin: { contents, resolveDir: folder }, outfile: join(folder, "client.mjs") });
}

/** A Node executable. */
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
