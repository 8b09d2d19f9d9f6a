import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/**
 * Writes files below a folder: first all of them beside their places, then each into its place. When a disk is full or a
 * folder cannot be written, nothing has changed.
 */
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
