// npm run docs: builds the site into site/dist.
import { cp, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { allPages } from "./all-pages.js";
import { writeAssets } from "./assets.js";
import { brokenLinks } from "./broken-links.js";
import { renderPage } from "./layout.js";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Builds the site into a folder and returns the number of pages. Deletes the folder first. Throws for broken links. */
export async function buildSite(folder: string): Promise<number> {
  const pages = await allPages();
  const files = new Map(pages.map((page) => [page.path, renderPage(page, pages)]));
  await rm(folder, { recursive: true, force: true });
  await writeAssets(join(folder, "assets"), pages);
  const docs = await readdir(join(root, "docs"), { recursive: true });
  for (const picture of docs.filter((file) => file.endsWith(".svg")))
    await cp(join(root, "docs", picture), join(folder, "images", basename(picture)));
  for (const [path, html] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), html);
  }
  const broken = await brokenLinks(folder, files);
  if (broken.length > 0) throw new Error(`Broken links:\n${broken.join("\n")}`);
  return files.size;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = join(root, "site/dist");
  console.log(`${await buildSite(folder)} pages in site/dist`);
}
