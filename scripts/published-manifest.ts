// `prepack` and `postpack` of each package: writes package.json as it is published, and restores it. npm packs no `.orig`.
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The fields of a package.json for work in the repository. npm warns users of some of them. */
export const REPOSITORY_FIELDS = ["scripts", "workspaces", "devDependencies", "overrides", "allowScripts"];

/** Writes the package.json of a folder as it is published, until `restoreManifest`. */
export function publishManifest(folder: string): void {
  const manifest = join(folder, "package.json");
  // Packing that was interrupted restored nothing.
  restoreManifest(folder);
  const fields = Object.entries(JSON.parse(readFileSync(manifest, "utf8")));
  const published = Object.fromEntries(fields.filter(([name]) => !REPOSITORY_FIELDS.includes(name)));
  renameSync(manifest, `${manifest}.orig`);
  writeFileSync(manifest, `${JSON.stringify(published, null, 2)}\n`);
}

export function restoreManifest(folder: string): void {
  const manifest = join(folder, "package.json");
  if (existsSync(`${manifest}.orig`)) renameSync(`${manifest}.orig`, manifest);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const work = process.argv[2] === "restore" ? restoreManifest : publishManifest;
  work(process.cwd());
}
