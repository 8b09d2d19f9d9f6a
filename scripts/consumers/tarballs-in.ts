import { readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Tarballs } from "../pack.js";

/** The tarballs that are in a folder already, such as those that are about to be published. */
export async function tarballsIn(folder: string): Promise<Tarballs> {
  const names = await readdir(folder);
  const pathOf = (name: string) => {
    const found = names.filter((one) => one.startsWith(`${name}-`) && one.endsWith(".tgz"));
    if (found.length !== 1) throw new TypeError(`${folder} must have one tarball of ${name}, not ${found.length}`);
    return join(resolve(folder), ...found);
  };
  return { client: pathOf("content-service-client"), contractTests: pathOf("content-service-contract-tests") };
}
