import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { root } from "../../support/repository.js";

/**
 * Compiles programs of the lab to plain JavaScript for as long as an action takes, so that the loader does not count. The
 * action gets their paths.
 */
export async function withPrograms<Result>(
  sources: readonly string[],
  action: (...programs: string[]) => Promise<Result>,
): Promise<Result> {
  // Below node_modules, so that the programs find the packages of the project.
  const parent = join(root, "node_modules/.cache");
  await mkdir(parent, { recursive: true });
  const outdir = await mkdtemp(join(parent, "lab-programs-"));
  try {
    await build({
      bundle: true,
      platform: "node",
      format: "esm",
      target: "node20",
      logLevel: "warning",
      packages: "external",
      entryPoints: sources.map((file) => join(root, "lab", file)),
      outdir,
      outExtension: { ".js": ".mjs" },
    });
    return await action(...sources.map((file) => join(outdir, basename(file).replace(/\.ts$/, ".mjs"))));
  } finally {
    await rm(outdir, { recursive: true });
  }
}
