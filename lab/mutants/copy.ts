import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** Where the mutated code can be. */
const FOLDERS = ["src", "contract", "contract-tests/src", "sandbox/src"];

/** Copies a commit of the repository into a temporary folder, where tests can run. */
export async function copyOf(commit: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "mutants-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  execFileSync("git", ["clone", "--quiet", "--no-checkout", ROOT, folder]);
  execFileSync("git", ["checkout", "--quiet", "--detach", commit], { cwd: folder });
  // Links between workspaces stay relative, so they lead into the copy.
  await cp(`${ROOT}node_modules`, `${folder}/node_modules`, { recursive: true, verbatimSymlinks: true });
  await rm(`${folder}/node_modules/.cache`, { recursive: true, force: true });
  execFileSync("npm", ["run", "--silent", "generate"], { cwd: folder });
  return folder;
}

/** The source files of a copy, by path. */
export function sourcesOf(folder: string): Map<string, string> {
  const listed = execFileSync("git", ["ls-files", ...FOLDERS], { cwd: folder, encoding: "utf8" });
  const paths = listed.split("\n").filter((path) => /\.tsx?$/.test(path) && !/(^|\/)test\//.test(path));
  return new Map(paths.map((path) => [path, readFileSync(join(folder, path), "utf8")]));
}
