import { execFile, execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Installs the exact versions that a folder's manifest names, unless they are installed already. */
export async function installPinned(folder: string, scripts: "with scripts" | "no scripts"): Promise<void> {
  const wanted = Object.entries(await versionsOf(folder));
  const installed = await Promise.all(wanted.map(([name]) => versionIn(join(folder, "node_modules", name))));
  if (wanted.every(([, version], index) => installed[index] === version)) return;
  console.error(`installing ${folder} …`);
  const options = ["--no-audit", "--no-fund", "--no-package-lock"];
  await run("npm", ["install", ...options, ...(scripts === "no scripts" ? ["--ignore-scripts"] : [])], { cwd: folder });
}

/** The dependencies of a folder, as its manifest pins them. */
export async function versionsOf(folder: string): Promise<Record<string, string>> {
  const { dependencies = {} } = await manifestOf(folder);
  return dependencies;
}

async function versionIn(folder: string): Promise<string | undefined> {
  return manifestOf(folder).then(
    ({ version }) => version,
    () => undefined,
  );
}

async function manifestOf(folder: string): Promise<{ version?: string; dependencies?: Record<string, string> }> {
  return JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
}

/** A Node to measure on. */
interface NodeProgram {
  readonly path: string;
  readonly version: string;
}

/** The Node that runs this. */
export const ownNode: NodeProgram = { path: process.execPath, version: process.version };

/** The Node that the benchmark installs for itself. Its package has a script that fetches the program. */
export async function newerNode(peers: string): Promise<NodeProgram> {
  const folder = join(peers, "node-24");
  await installPinned(folder, "with scripts");
  const path = join(folder, "node_modules/node/bin/node");
  return { path, version: execFileSync(path, ["--version"], { encoding: "utf8" }).trim() };
}

/** `node20` for v20.20.2: what a file of results is called. */
export function nameOf({ version }: Pick<NodeProgram, "version">): string {
  return `node${/^v(\d+)\./.exec(version)?.[1] ?? version}`;
}
