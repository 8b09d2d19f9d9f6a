import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { promisify } from "node:util";

/** The files of a tarball with their texts, by their paths in the package. */
export type PackedFiles = ReadonlyMap<string, string>;

/** Reads the files of a tarball. */
export async function packedFiles(tarball: string): Promise<PackedFiles> {
  const folder = await mkdtemp(join(tmpdir(), "packed-"));
  try {
    // npm puts everything into one folder.
    await promisify(execFile)("tar", ["-xzf", tarball, "-C", folder, "--strip-components=1"]);
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    const read = async (path: string) => [relative(folder, path), await readFile(path, "utf8")] as const;
    return new Map(await Promise.all(paths.toSorted().map(read)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
