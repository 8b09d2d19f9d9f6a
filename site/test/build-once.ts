import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { buildSite } from "../build.js";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder with the site, as `npm run docs` builds it. */
    siteFolder: string;
  }
}

/** Builds the site once for all tests, into a folder of their own. */
export default async function buildOnce({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "site-"));
  await buildSite(folder);
  provide("siteFolder", folder);
  return () => rm(folder, { recursive: true, force: true });
}
