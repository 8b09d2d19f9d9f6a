import { spawnSync } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { RELEASE_FILES, type ReleaseFile } from "./release-plan.js";

/** Reads the texts of `RELEASE_FILES`. */
export async function readReleaseFiles(): Promise<Record<ReleaseFile, string>> {
  const read = (path: ReleaseFile) => readFile(new URL(`../../${path}`, import.meta.url), "utf8");
  const texts = await Promise.all(RELEASE_FILES.map(async (path) => [path, await read(path)] as const));
  // The line above has every name.
  return Object.fromEntries(texts) as Record<ReleaseFile, string>;
}

/** Prints, as a diff, what new texts would change in the files below a folder. Writes to a temporary folder only. */
export async function printDiff(folder: string, writes: Readonly<Record<string, string>>): Promise<void> {
  const temporary = await mkdtemp(join(tmpdir(), "release-"));
  try {
    for (const [path, text] of Object.entries(writes)) {
      const [before, after] = [join(temporary, "a", path), join(temporary, "b", path)];
      await mkdir(dirname(before), { recursive: true });
      await mkdir(dirname(after), { recursive: true });
      await copyFile(join(folder, path), before);
      await writeFile(after, text);
    }
    // Exits with 1 if there is a difference. The folders are named a and b, so no prefix is needed.
    spawnSync("git", ["--no-pager", "diff", "--no-index", "--no-prefix", "a", "b"], {
      cwd: temporary,
      stdio: "inherit",
    });
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** Writes all files or none: first beside their places, then renames. A full disk changes nothing. */
export async function writeTogether(folder: string, writes: Readonly<Record<string, string>>): Promise<void> {
  const paths = Object.entries(writes).map(([path, text]) => ({ path: join(folder, path), text }));
  const beside = (path: string) => `${path}.next`;
  try {
    for (const { path, text } of paths) {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(beside(path), text);
    }
  } catch (error) {
    for (const { path } of paths) await rm(beside(path), { force: true });
    throw error;
  }
  for (const { path } of paths) await rename(beside(path), path);
}
