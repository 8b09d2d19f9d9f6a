import { execFile } from "node:child_process";
import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Installs what a folder's lock file names, where that is not installed yet. */
export async function installLocked(folder: string, scripts: "with scripts" | "no scripts"): Promise<void> {
  const installed = await lockOf(join(folder, "node_modules/.package-lock.json")).catch(() => undefined);
  if (installed !== undefined && covers(installed, await lockOf(join(folder, "package-lock.json")))) return;
  console.error(`installing ${folder} …`);
  const options = ["--no-audit", "--no-fund", ...(scripts === "no scripts" ? ["--ignore-scripts"] : [])];
  await run("npm", ["ci", ...options], { cwd: folder });
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version?: string; readonly optional?: boolean }>>;
}

async function lockOf(file: string): Promise<Lock> {
  await access(file);
  return JSON.parse(await readFile(file, "utf8")) as Lock; // npm writes it so.
}

/** Whether each package of the lock is there in that version; those for other machines need not be. */
function covers(installed: Lock, wanted: Lock): boolean {
  return Object.entries(wanted.packages).every(
    ([path, { version, optional }]) => path === "" || optional || installed.packages[path]?.version === version,
  );
}

/** The versions of the packages that a folder asks for. */
export async function versionsOf(folder: string): Promise<Record<string, string>> {
  const file = await readFile(join(folder, "package.json"), "utf8");
  const { dependencies = {} } = JSON.parse(file) as { dependencies?: Record<string, string> }; // It is our own.
  return dependencies;
}
