// npm run docs: builds the site into site/dist.
import { existsSync, readdirSync } from "node:fs";
import { copyFile, cp, mkdir, rm, writeFile } from "node:fs/promises";
import { STATUS_CODES } from "node:http";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";
import { inspectorOptions } from "../sandbox/inspector/bundle-inspector.js";
import { root } from "../support/repository.js";
import { apiReferencePages } from "./api-reference/api-reference-pages.js";
import { landingPage, missingPage } from "./landing.js";
import { renderPage } from "./layout.js";
import { markdownPages } from "./markdown-pages.js";
import { PARTS, type Page } from "./page/page.js";
import { llmsText, markdownPath, toMarkdown } from "./page/to-markdown.js";
import { controlPages } from "./reference/control-pages.js";
import { referencePages } from "./reference/reference-pages.js";
import { sandboxScript } from "./samples/sandbox.js";
import { searchEntries } from "./search/entries.js";

/** Builds the site into a folder and returns the number of pages. Deletes the folder first. Throws for broken links. */
export async function buildSite(folder: string): Promise<number> {
  const pages = await allPages();
  const files = new Map([...pages, missingPage()].map((page) => [page.path, renderPage(page, pages)]));
  await rm(folder, { recursive: true, force: true });
  await writeAssets(join(folder, "assets"), pages);
  await cp(join(root, "generated/openapi.json"), join(folder, "openapi.json"));
  const copies = pages.map((page) => [markdownPath(page.path), toMarkdown(page)] as const);
  for (const [path, text] of [...files, ...copies, ["llms.txt", llmsText(pages)] as const]) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const broken = brokenLinks(folder, files);
  if (broken.length > 0) throw new Error(`Broken links:\n${broken.join("\n")}`);
  return files.size;
}

/** The links of pages to files that are not in the folder, and to fragments that their page does not have. */
export function brokenLinks(folder: string, files: ReadonlyMap<string, string>): string[] {
  // The pages escape quotes in their texts, so these are attributes.
  const valuesOf = (html: string, names: string) => [...html.matchAll(new RegExp(` (?:${names})="([^"]*)"`, "g"))];
  const ids = new Map([...files].map(([path, html]) => [path, new Set(valuesOf(html, "id").map(([, id]) => id))]));
  return [...files].flatMap(([path, html]) =>
    valuesOf(html, "href|src|srcset").flatMap(([, link = ""]) => {
      if (/^(https?:|mailto:)/.test(link)) return [];
      const [file = "", fragment] = link.split("#");
      const target = file === "" ? path : posix.normalize(posix.join(posix.dirname(path), decodeURI(file)));
      const known = fragment === undefined ? existsSync(join(folder, target)) : ids.get(target)?.has(fragment);
      return known ? [] : [`${path}: ${link}`];
    }),
  );
}

async function allPages(): Promise<Page[]> {
  const reference = [...(await referencePages()), ...apiReferencePages()];
  const pages = [...markdownPages(), inspectorPage(), ...controlPages(), ...reference];
  const inOrder = PARTS.flatMap((part) => pages.filter((page) => page.part === part));
  return [landingPage(inOrder), ...inOrder];
}

/** The inspector of the sandbox in the page, which `browser/inspector.tsx` starts. */
function inspectorPage(): Page {
  const title = "Sandbox inspector";
  const description =
    "See each request to the sandbox of this site and what it changed, edit its records, and control its time and faults.";
  return {
    path: "guides/inspector.html",
    title,
    description,
    part: "Guides",
    html: `<h1>${title}</h1>
<p>${description} Send a request with a form, such as that of
<a href="../operations/updateFile.html#try-it">Update a file</a>, and see it here. A sandbox on your machine has the same
page at <a href="sandbox.html#inspector"><code>/_sandbox/ui</code></a>.</p>
<link rel="stylesheet" href="../assets/inspector.css">
<div data-inspector><p>The inspector needs scripts.</p></div>`,
  };
}

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** Writes the files that the pages load: the style, the scripts and the search index. */
async function writeAssets(folder: string, pages: readonly Page[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  const scripts = ["site", "search", "try-it"].map((name) => here(`browser/${name}.ts`));
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
  // Runs before the first paint, so that the page never shows what it has without scripts.
  await writeFile(join(folder, "js.js"), 'document.documentElement.classList.add("js");\n');
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = join(root, "site/dist");
  console.log(`${await buildSite(folder)} pages in site/dist`);
}
