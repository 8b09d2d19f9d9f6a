import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Page } from "./page.js";
import { writeSandboxWorker } from "./sandbox-worker-script.js";
import { searchIndexScript } from "./search-index.js";

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** Writes what the pages load: the style, the scripts, and the index of the search. */
export async function writeAssets(folder: string, pages: readonly Page[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  await build({
    entryPoints: [
      ...["theme", "site", "search", "try-it"].map((name) => here(`browser/${name}.ts`)),
      here("style/style.css"),
    ],
    outdir: folder,
    entryNames: "[name]",
    bundle: true,
    minify: true,
    // Classic scripts: from a folder a browser loads no modules.
    format: "iife",
    target: "es2022",
    tsconfigRaw: {},
  });
  await copyFile(here("style/icon.svg"), join(folder, "icon.svg"));
  await writeFile(join(folder, "search-index.js"), searchIndexScript(pages));
  await writeFile(join(folder, "sandbox.js"), sandboxScript());
  await writeSandboxWorker(join(folder, "sandbox-worker.js"));
}

/**
 * Tells the pages where the sandbox is. Only a server that has one behind it says where; elsewhere a page runs one
 * itself, when the reader sends the first request.
 */
export function sandboxScript(address: { baseUrl: string; authUrl: string } | null = null): string {
  return `globalThis.sandboxAddress = ${JSON.stringify(address)};\n`;
}
