// tsx scripts/pack.ts <folder>: builds and packs the packages into a folder, and prints their paths.
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { root } from "../support/repository.js";

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

/** The fields of a package.json for work in the repository. npm warns users of some of them. */
export const REPOSITORY_FIELDS = ["scripts", "workspaces", "devDependencies", "overrides", "allowScripts"];

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
  const staged = await mkdtemp(join(tmpdir(), "packed-"));
  // --ignore-scripts: each package's own script would build again.
  const packing = ["pack", "--ignore-scripts", "--pack-destination"];
  await run("npm", [...packing, staged, ".", "./contract", "./contract-tests", "./sandbox", "./codegen"], {
    cwd: root,
  });
  const copy = join(staged, "package");
  for (const tarball of await readdir(staged)) {
    await run("tar", ["-xzf", tarball], { cwd: staged });
    const manifest = join(copy, "package.json");
    const fields = Object.entries(JSON.parse(await readFile(manifest, "utf8")));
    const published = Object.fromEntries(fields.filter(([name]) => !REPOSITORY_FIELDS.includes(name)));
    await writeFile(manifest, `${JSON.stringify(published, null, 2)}\n`);
    await run("npm", [...packing, resolve(folder)], { cwd: copy });
    await rm(copy, { recursive: true });
  }
  await rm(staged, { recursive: true });
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
