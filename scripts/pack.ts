// tsx scripts/pack.ts <folder>: builds and packs the packages into an empty folder.
import { execFile } from "node:child_process";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

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

const root = fileURLToPath(new URL("..", import.meta.url));
const run = promisify(execFile);

/** The packed packages: those in the folder of `PACKED_PACKAGES`, or else new ones in an existing folder. */
export async function packTarballs(folder: string): Promise<Tarballs> {
  const { PACKED_PACKAGES } = process.env;
  if (PACKED_PACKAGES === undefined) await pack(folder);
  return tarballsIn(PACKED_PACKAGES ?? folder);
}

/** Builds the packages, and packs them into an existing folder as npm would publish them. */
async function pack(folder: string): Promise<void> {
  await run("npm", ["run", "build"], { cwd: root });
  // --ignore-scripts: each package's own script would build again.
  const packing = ["pack", "--json", "--ignore-scripts", "--pack-destination", resolve(folder)];
  await run("npm", [...packing, ".", "./contract", "./contract-tests", "./sandbox", "./codegen"], { cwd: root });
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
  const [, , folder = ""] = process.argv;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await pack(folder);
}
