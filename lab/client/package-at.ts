import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../../support/repository.js";

export function git(...args: string[]): string {
  return execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim();
}

/**
 * Builds and packs the client of a commit with the installed dependencies, and returns the folder of the package. Later
 * calls find the folder made.
 */
export function packageAt(commit: string): string {
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
