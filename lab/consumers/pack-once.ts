import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { packTarballs } from "../../scripts/pack.js";

declare module "vitest" {
  interface ProvidedContext {
    /** A project in which the packed packages are installed, and the folder in which projects are made. */
    installed: { readonly base: string; readonly folder: string };
  }
}

export const INSTALL = ["install", "--save-exact", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"];

/** Packs the packages and installs them for all consumers, and removes what they leave. */
export default async function packOnce(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "consumers-"));
  const tarballs = await packTarballs(folder);
  const base = join(folder, "base");
  await mkdir(base);
  // Newer npm versions run only allowed install scripts.
  const allowScripts = Object.fromEntries(["node", "bun", "deno", "workerd", "esbuild"].map((name) => [name, true]));
  await writeFile(join(base, "package.json"), JSON.stringify({ private: true, type: "module", allowScripts }));
  execFileSync("npm", [...INSTALL, ...tarballs], { cwd: base });
  project.provide("installed", { base, folder });
  return () => rm(folder, { recursive: true, force: true });
}
