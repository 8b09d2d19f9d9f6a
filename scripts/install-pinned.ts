import { execFile } from "node:child_process";
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
  // Peers, such as vitest, come from the repository itself.
  const options = ["--no-audit", "--no-fund", "--no-package-lock", "--legacy-peer-deps"];
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
