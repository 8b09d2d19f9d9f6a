import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

/** What is compared beside the packages of the repository, each in the version whose figures were noted. */
const PACKAGES = { rapidoc: "9.3.8", "swagger-ui-dist": "5.35.0", "@scalar/api-reference": "1.72.1" };

/** Installs the front ends into a folder of their own, and gives it. */
export async function install(folder: string): Promise<string> {
  const place = join(folder, "installed");
  await mkdir(place);
  await writeFile(join(place, "package.json"), JSON.stringify({ private: true, dependencies: PACKAGES }));
  await promisify(execFile)("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: place });
  return place;
}
