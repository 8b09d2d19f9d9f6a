import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { installPinned } from "../../scripts/install-pinned.js";

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
