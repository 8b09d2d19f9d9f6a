import { readdirSync } from "node:fs";
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { STATUS_CODES } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";
import { inspectorOptions } from "../sandbox/inspector/bundle-inspector.js";
import type { Page } from "./page/page.js";
import { sandboxScript } from "./samples/sandbox.js";
import { searchEntries } from "./search/entries.js";

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** Writes the files that the pages load: the style, the scripts and the search index. */
export async function writeAssets(folder: string, pages: readonly Page[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  const scripts = ["js", "site", "search", "try-it"].map((name) => here(`browser/${name}.ts`));
  const common = { ...SCRIPTS, outdir: folder, entryNames: "[name]" } as const;
  await build({ ...common, entryPoints: [...scripts, here("style/style.css")], tsconfigRaw: {} });
  const inspector = [here("browser/inspector.tsx"), here("../sandbox/inspector/inspector.css")];
  await build({ ...inspectorOptions(), outdir: folder, entryNames: "[name]", entryPoints: inspector });
  // The client is built from source: without `tsconfigRaw`, its name leads there.
  await build({ ...common, entryPoints: [here("browser/run.ts")] });
  // The build fails if the sandbox imports a Node module without a stand-in.
  await build({
    ...common,
    entryPoints: [here("browser/sandbox-worker.ts")],
    inject: [here("browser/node-stand-ins.ts")],
    define: { STATUS_TEXTS: JSON.stringify(STATUS_CODES) },
    plugins: [standIns],
  });
  for (const file of readdirSync(here("style")).filter((name) => !name.endsWith(".css")))
    await copyFile(here(`style/${file}`), join(folder, file));
  // A script, since a page from a folder can load scripts and nothing else. The browser builds the index: it is three times as
  // large as its entries.
  const entries = `globalThis.searchEntries = ${JSON.stringify(searchEntries(pages))};\n`;
  await writeFile(join(folder, "search-entries.js"), entries);
  await writeFile(join(folder, "sandbox.js"), sandboxScript());
}

/** Browsers load no modules from `file:` addresses, so these are classic scripts. */
const SCRIPTS = { bundle: true, minify: true, format: "iife", platform: "browser", target: "es2022" } as const;

/** Node's modules, and two modules of the sandbox that depend on them. */
const REPLACED = /^node:(crypto|util|v8|vm)$|\/(read-limited-body|listen)\.js$/;

const standIns: Plugin = {
  name: "stand-ins",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: REPLACED }, () => ({ path: here("browser/node-stand-ins.ts") }));
    // The site has the inspector as a page of its own.
    onLoad({ filter: /\/generated\/inspector\.json$/ }, () => ({
      contents: '{"html":"","policy":""}',
      loader: "json",
    }));
  },
};
