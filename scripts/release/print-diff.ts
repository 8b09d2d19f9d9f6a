import { spawnSync } from "node:child_process";
import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

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
    // Exits with 1 when there is a difference. The folders are named a and b, so no prefix is needed.
    spawnSync("git", ["--no-pager", "diff", "--no-index", "--no-prefix", "a", "b"], {
      cwd: temporary,
      stdio: "inherit",
    });
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}
