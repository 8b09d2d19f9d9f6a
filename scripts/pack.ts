import { execFile } from "node:child_process";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** Where the packed packages are, as absolute paths. */
export interface Tarballs {
  /** `content-service-client` */
  readonly client: string;
  /** `content-service-contract-tests` */
  readonly contractTests: string;
}

/** Builds both packages, and packs them into a folder that exists, as npm would publish them. */
export async function packTarballs(folder: string): Promise<Tarballs> {
  await run("npm", ["run", "build"], { cwd: root });
  const into = resolve(folder);
  // The scripts would build once more for each package.
  const packing = ["pack", "--json", "--ignore-scripts", "--pack-destination", into, ".", "./contract-tests"];
  const { stdout } = await run("npm", packing, { cwd: root });
  // The form that the documentation of npm pack gives.
  const packed = JSON.parse(stdout) as { name: string; filename: string }[];
  const pathOf = (name: string) => {
    const found = packed.find((one) => one.name === name);
    if (found === undefined) throw new Error(`npm has not packed ${name}`);
    return join(into, found.filename);
  };
  return { client: pathOf("content-service-client"), contractTests: pathOf("content-service-contract-tests") };
}

const run = promisify(execFile);
const root = fileURLToPath(new URL("..", import.meta.url));
