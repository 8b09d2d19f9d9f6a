// npm run build: compiles the packages into their dist folders.
import { execFileSync } from "node:child_process";
import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildOptions, build } from "esbuild";
import manifest from "../package.json" with { type: "json" };
import { root } from "../support/repository.js";
import { entryPoints } from "./entry-points.js";

/**
 * Bundles the client's entry points into a folder. Fewer files make imports faster: Node needs half a millisecond to
 * find and read each. Entry points share modules, so an error of one is `instanceof` the class of the other.
 */
export async function bundleInto(folder: string): Promise<void> {
  const sources = entryPoints().flatMap(({ owner, source }) => (owner === "content-service-client" ? [source] : []));
  // The stores, the transport and the spans share only the system clock and the checks of options with the others. Chunks
  // for these would add files to every import, so these entry points are bundled separately, with their own.
  const isApart = (source: string) => /^src\/(tokens\/stores\/|node-transport\/|opentelemetry)/.test(source);
  await build({ ...options(folder), entryPoints: sources.filter((source) => !isApart(source)) });
  await build({ ...options(folder), entryPoints: sources.filter(isApart) });
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

function compile(...args: string[]): void {
  execFileSync(join(root, "node_modules/.bin/tsc"), ["-p", ...args], { cwd: root, stdio: "inherit" });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // Each package builds on those before it.
  const packages = manifest.workspaces;
  for (const folder of ["", ...packages.map((name) => `${name}/`)])
    rmSync(`${root}${folder}dist`, { recursive: true, force: true });
  compile("tsconfig.build.json", "--emitDeclarationOnly");
  await bundleInto(join(root, "dist"));
  for (const folder of packages) {
    compile(`${folder}/tsconfig.build.json`);
    copyFileSync(`${root}LICENSE`, `${root}${folder}/LICENSE`);
  }
  // The sandbox's package has its own copy of the contract's types, which its source maps refer to.
  copyFileSync(`${root}generated/types.ts`, `${root}sandbox/generated/types.ts`);
  for (const map of ["types.js.map", "types.d.ts.map"]) {
    const file = `${root}sandbox/dist/generated/${map}`;
    writeFileSync(file, readFileSync(file, "utf8").replace("../../../generated/types.ts", "../../generated/types.ts"));
  }
}
