// tsx scripts/pack.ts <folder>: builds and packs the packages into a folder, and prints their paths.
import { execFile } from "node:child_process";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import manifest from "../package.json" with { type: "json" };
import { root } from "../support/repository.js";
import { publishManifest, restoreManifest } from "./published-manifest.js";

const run = promisify(execFile);

/** The paths of the packed packages: those in the folder of `PACKED_PACKAGES`, or else new ones in an existing folder. */
export async function packTarballs(folder: string): Promise<string[]> {
  const { PACKED_PACKAGES } = process.env;
  if (PACKED_PACKAGES === undefined) await pack(folder);
  return tarballsIn(PACKED_PACKAGES ?? folder);
}

/** Builds the packages, and packs them into an existing folder as they are published. */
async function pack(folder: string): Promise<void> {
  await run("npm", ["run", "build"], { cwd: root });
  for (const part of [".", ...manifest.workspaces]) {
    const cwd = join(root, part);
    publishManifest(cwd);
    try {
      // The package's own script would build again.
      await run("npm", ["pack", "--ignore-scripts", "--pack-destination", resolve(folder)], { cwd });
    } finally {
      restoreManifest(cwd);
    }
  }
}

/** The absolute paths of the tarballs in a folder, one of each package. */
async function tarballsIn(folder: string): Promise<string[]> {
  const files = await readdir(folder);
  return ["client", ...manifest.workspaces].map((name) => {
    const found = files.filter((file) => new RegExp(`^content-service-${name}-\\d.*\\.tgz$`).test(file));
    if (found.length !== 1) throw new TypeError(`Expected one tarball of ${name} in ${folder}; found ${found.length}`);
    return join(resolve(folder), ...found);
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , folder = "reports/packed"] = process.argv;
  await mkdir(folder, { recursive: true });
  const earlier = (await readdir(folder)).filter((name) => /^content-service-.*\.tgz$/.test(name));
  for (const name of earlier) await rm(join(folder, name));
  await pack(folder);
  console.log((await tarballsIn(folder)).join("\n"));
}
