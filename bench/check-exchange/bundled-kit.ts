import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The kit as one file of JavaScript. What runs TypeScript directly gives every function its name as it is made, which costs. */
export async function bundledKit(): Promise<typeof import("content-service-contract-tests")> {
  const folder = await mkdtemp(join(tmpdir(), "kit-"));
  try {
    const outfile = join(folder, "kit.cjs");
    await build({
      entryPoints: [fromHere("../../contract-tests/src/index.ts")],
      alias: { "content-service-client/openapi.json": fromHere("../../generated/openapi.json") },
      bundle: true,
      platform: "node",
      target: "node20",
      format: "cjs",
      outfile,
      logLevel: "error",
    });
    // What was bundled has the exports of the file that it was made of.
    return createRequire(import.meta.url)(outfile) as typeof import("content-service-contract-tests");
  } finally {
    await rm(folder, { recursive: true });
  }
}
