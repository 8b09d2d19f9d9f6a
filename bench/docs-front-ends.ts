// npm run bench:docs-front-ends: the page of one operation, made by each front end that could show the contract, side by
// side: what it loads, whom it asks, how soon it can be read, and by whom. With --installed <folder> nothing is
// installed; with --only <text>, front ends with that text in their name are measured.
import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { chromiumOptions } from "../scripts/chromium.js";
import { figuresTable } from "./docs-front-ends/figures-table.js";
import { FRONT_ENDS } from "./docs-front-ends/front-ends.js";
import { install } from "./docs-front-ends/install.js";
import { measurePage } from "./docs-front-ends/measure-page.js";
import { serveFolder } from "./docs-front-ends/serve-folder.js";

const { values } = parseArgs({ options: { installed: { type: "string" }, only: { type: "string", default: "" } } });
const contract = fileURLToPath(new URL("../generated/openapi.json", import.meta.url));

const launchOptions = chromiumOptions();
if (launchOptions === undefined) throw new Error("Chromium is not installed, or set CHROMIUM_PATH");

const folder = await mkdtemp(join(tmpdir(), "docs-front-ends-"));
const browser = await chromium.launch(launchOptions);
try {
  const modules = join(values.installed ?? (await install(folder)), "node_modules");
  const rows = [];
  for (const frontEnd of FRONT_ENDS.filter(({ name }) => name.includes(values.only))) {
    const place = join(folder, "pages", frontEnd.name.replaceAll(" ", "-"));
    await mkdir(place, { recursive: true });
    await cp(contract, join(place, "openapi.json"));
    if (!(await frontEnd.make({ place, modules, contract }))) {
      console.log(`${frontEnd.name}: left out, since it has not been built`);
      continue;
    }
    console.error(`${frontEnd.name} …`);
    const server = await serveFolder(place);
    try {
      rows.push(await measurePage(browser, server, frontEnd));
    } finally {
      await server.close();
    }
  }
  const load = (loadavg()[0] ?? 0).toFixed(1);
  console.log(
    `${browser.browserType().name()} ${browser.version()}, ${availableParallelism()} processors, load ${load}`,
  );
  console.log(figuresTable(rows));
} finally {
  await browser.close();
  await rm(folder, { recursive: true });
}
