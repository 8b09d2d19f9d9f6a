// tsx scripts/pack.ts <folder>: builds and packs the packages into a folder, and prints their paths.
import { execFile } from "node:child_process";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { root } from "../support/repository.js";
import { publishManifest, restoreManifest } from "./published-manifest.js";

/** The packages, by the names that scripts use for them. */
const PACKAGES = {
  client: "content-service-client",
  contract: "content-service-contract",
  contractTests: "content-service-contract-tests",
  sandbox: "content-service-sandbox",
  codegen: "content-service-codegen",
} as const;

/** The absolute paths of the packed packages. */
export type Tarballs = Readonly<Record<keyof typeof PACKAGES, string>>;

const run = promisify(execFile);

/** The packed packages: those in the folder of `PACKED_PACKAGES`, or else new ones in an existing folder. */
export async function packTarballs(folder: string): Promise<Tarballs> {
  const { PACKED_PACKAGES } = process.env;
  if (PACKED_PACKAGES === undefined) await pack(folder);
  return tarballsIn(PACKED_PACKAGES ?? folder);
}

/** Builds the packages, and packs them into an existing folder as they are published. */
async function pack(folder: string): Promise<void> {
  await run("npm", ["run", "build"], { cwd: root });
  for (const part of [".", "contract", "contract-tests", "sandbox", "codegen"]) {
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

async function tarballsIn(folder: string): Promise<Tarballs> {
  const names = await readdir(folder);
  const paths = Object.entries(PACKAGES).map(([key, name]) => {
    const found = names.filter((one) => one.startsWith(name) && /^-\d.*\.tgz$/.test(one.slice(name.length)));
    if (found.length !== 1) throw new TypeError(`Expected one tarball of ${name} in ${folder}; found ${found.length}`);
    return [key, join(resolve(folder), ...found)];
  });
  // Each package has a path, or the line above has thrown.
  return Object.fromEntries(paths) as Tarballs;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , folder = "reports/packed"] = process.argv;
  await mkdir(folder, { recursive: true });
  const earlier = (await readdir(folder)).filter((name) => /^content-service-.*\.tgz$/.test(name));
  for (const name of earlier) await rm(join(folder, name));
  await pack(folder);
  console.log(Object.values(await tarballsIn(folder)).join("\n"));
}
