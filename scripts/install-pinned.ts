import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

/** Installs the exact versions of a folder's manifest, unless they are installed. */
export async function installPinned(folder: string, scripts: "with scripts" | "no scripts"): Promise<void> {
  const wanted = Object.entries(await versionsOf(folder));
  const areInstalled = wanted.map(async ([name, version]) => {
    const manifest = await manifestOf(join(folder, "node_modules", name)).catch(() => undefined);
    return manifest?.version === version;
  });
  if ((await Promise.all(areInstalled)).every(Boolean)) return;
  console.error(`installing ${folder} …`);
  // Peer dependencies, such as vitest, come from the repository.
  const options = ["--no-audit", "--no-fund", "--no-package-lock", "--legacy-peer-deps"];
  if (scripts === "no scripts") options.push("--ignore-scripts");
  await promisify(execFile)("npm", ["install", ...options], { cwd: folder });
}

/** The pinned dependencies of a folder's manifest. */
export async function versionsOf(folder: string): Promise<Record<string, string>> {
  const { dependencies = {} } = await manifestOf(folder);
  return dependencies;
}

async function manifestOf(folder: string): Promise<{ version?: string; dependencies?: Record<string, string> }> {
  return JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
}
