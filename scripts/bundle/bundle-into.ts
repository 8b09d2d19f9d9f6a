import { type BuildOptions, build } from "esbuild";
import { root } from "./root.js";

/**
 * Compiles the package's entry points into a folder. Files that go together become one: Node takes half a millisecond to
 * find and read each, which is most of the time that an import takes. What entry points share stays shared, so that an
 * error of one is `instanceof` the class of the other.
 */
export async function bundleInto(folder: string): Promise<void> {
  await build({
    ...options(folder),
    entryPoints: ["src/index.ts", "src/tokens/refreshing-auth.ts", "generated/operations.ts"],
  });
  // The stores and the transport share nothing with the others but the system's clock, of which two may exist. A file
  // for it alone would be one more to load for everybody.
  await build({
    ...options(folder),
    entryPoints: ["src/tokens/stores/file.ts", "src/tokens/stores/redis.ts", "src/node-transport/index.ts"],
  });
}

function options(folder: string): BuildOptions {
  return {
    absWorkingDir: root,
    outdir: folder,
    outbase: ".",
    bundle: true,
    splitting: true,
    chunkNames: "src/shared/[hash]",
    packages: "external",
    format: "esm",
    target: "es2022",
    sourcemap: true,
    // The sources are in the package.
    sourcesContent: false,
    logLevel: "warning",
  };
}
