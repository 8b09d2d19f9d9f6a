import { execFile } from "node:child_process";
import { readdir } from "node:fs/promises";
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

/** Builds the packages, and packs them into an existing folder as npm would publish them. */
export async function packTarballs(folder: string): Promise<Tarballs> {
  await run("npm", ["run", "build"], { cwd: root });
  // --ignore-scripts: each package's own script would build again.
  const packing = ["pack", "--json", "--ignore-scripts", "--pack-destination", resolve(folder)];
  await run("npm", [...packing, ".", "./contract", "./contract-tests", "./sandbox", "./codegen"], { cwd: root });
  return tarballsIn(folder);
}

/** The tarballs in a folder, such as those to publish. */
export async function tarballsIn(folder: string): Promise<Tarballs> {
  const names = await readdir(folder);
  const paths = Object.entries(PACKAGES).map(([key, name]) => {
    const found = names.filter(
      (one) => /^-\d/.test(one.slice(name.length)) && one.startsWith(name) && one.endsWith(".tgz"),
    );
    if (found.length !== 1)
      throw new TypeError(`Expected one tarball of ${name} in ${folder}; found ${found.length} (run: npm pack)`);
    return [key, join(resolve(folder), ...found)];
  });
  // Each package has a path, or the line above has thrown.
  return Object.fromEntries(paths) as Tarballs;
}

const run = promisify(execFile);
const root = fileURLToPath(new URL("..", import.meta.url));
