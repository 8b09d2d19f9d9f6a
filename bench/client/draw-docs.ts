import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { chartsOf } from "./charts/charts.js";
import { withTables } from "./page-tables.js";
import type { Results } from "./results.js";

/** Draws the charts and writes the tables of the page from the results of the last full run. */
export async function drawDocs(root: string): Promise<void> {
  const runs = await keptResults(root);
  const folder = join(root, "docs/performance");
  await mkdir(folder, { recursive: true });
  for (const [name, svg] of Object.entries(chartsOf(runs))) await writeFile(join(folder, name), svg);
  const page = join(root, "docs/performance.md");
  await writeFile(page, withTables(await readFile(page, "utf8"), runs));
}

/** The results of the last full run, the oldest Node first. */
async function keptResults(root: string): Promise<Results[]> {
  const folder = join(root, "reports/bench");
  const names = (await readdir(folder)).filter((name) => name.endsWith(".json")).sort();
  // The benchmark wrote them.
  return Promise.all(names.map(async (name) => JSON.parse(await readFile(join(folder, name), "utf8")) as Results));
}
