import { readFile } from "node:fs/promises";
import { RELEASE_FILES, type ReleaseFile } from "./release-plan.js";

/** The texts of the files that a release is made from. */
export async function readReleaseFiles(): Promise<Record<ReleaseFile, string>> {
  const read = (path: ReleaseFile) => readFile(new URL(`../../${path}`, import.meta.url), "utf8");
  const texts = await Promise.all(RELEASE_FILES.map(async (path) => [path, await read(path)] as const));
  // Each name is there, by the line before.
  return Object.fromEntries(texts) as Record<ReleaseFile, string>;
}
