import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { packTarballs, type Tarballs } from "../../scripts/pack.js";

declare module "vitest" {
  interface ProvidedContext {
    /** The packed packages, and the folder in which projects are made. */
    packed: { readonly tarballs: Tarballs; readonly folder: string };
  }
}

/** Packs the packages for all consumers, and removes what they leave. */
export default async function packOnce(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "consumers-"));
  project.provide("packed", { tarballs: await packTarballs(folder), folder });
  return () => rm(folder, { recursive: true, force: true });
}
