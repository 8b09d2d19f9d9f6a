import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { browserTest, useChromium } from "../../support/chromium.js";
import { temporaryFolder } from "../../support/temporary-folder.js";
import { brokenLinks } from "../build.js";
import { addressOf, checkPage, pagePaths, siteFolder } from "./check-page.js";

const open = useChromium();

test("reports a link to a missing file or fragment, and no other", async () => {
  const folder = await temporaryFolder();
  const files = new Map([
    [
      "index.html",
      '<a href="guides/a.html#here">a</a><a href="#top">b</a><a href="b.css">c</a><a href="https://x.example">d</a>',
    ],
    ["guides/a.html", '<h2 id="here"></h2><a href="../index.html">e</a><a href="#there">f</a><img src="../c.svg" />'],
  ]);
  await writeFile(join(folder, "b.css"), "");
  await writeFile(join(folder, "index.html"), "");
  expect(await brokenLinks(folder, files)).toEqual([
    "index.html: #top",
    "guides/a.html: #there",
    "guides/a.html: ../c.svg",
  ]);
});

/** The pages with a template of their own. All other pages of a folder share a template. */
const SINGLE = /(^|\/)index\.html$|^operations\/(errors|schemas)\.html$|^package\/operations\.html$/;
const templates = new Map(pagePaths.map((path) => [SINGLE.test(path) ? path : dirname(path), path]));

browserTest("has accessible pages that fetch nothing from other hosts, whatever their template", async () => {
  expect(templates.size).toBeGreaterThanOrEqual(9);
  const opened = await open({ viewport: { width: 1280, height: 900 } });
  for (const path of templates.values())
    expect(await checkPage(opened, path), path).toEqual({ light: [], dark: [], errors: [], outside: [] });
});

browserTest("is searched without a server", async () => {
  const { page, errors } = await open();
  await page.goto(addressOf("index.html"));
  await page.keyboard.press("/");
  await page.getByRole("searchbox").fill("restore a folder");
  await page.getByRole("dialog").getByRole("link").first().click();
  expect(await page.locator("h1").textContent()).toBe("Restore a folder from the trash");
  await page.getByText("This page has no sandbox").waitFor();
  expect(errors).toEqual([]);
});

test("has a Markdown copy of each page, listed in llms.txt, whose links lead to files of the site [DS-5]", () => {
  const copies = pagePaths.filter((path) => path !== "404.html").map((path) => path.replace(/html$/, "md"));
  const listed = linksOf("llms.txt");
  expect(copies.filter((path) => path !== "index.md" && !listed.includes(path))).toEqual([]);
  const broken = [...copies, "llms.txt"].flatMap((path) =>
    linksOf(path)
      .filter((link) => !existsSync(join(siteFolder, dirname(path), link.replace(/#.*/, ""))))
      .map((link) => `${path}: ${link}`),
  );
  expect(broken).toEqual([]);
  const operation = readFileSync(join(siteFolder, "operations/updateFile.md"), "utf8");
  expect(operation).toMatch(/^# Update a file\n\nPUT `\/files\/\{file_id\}`\n/);
  expect(operation).toMatch(/```ts\nimport \{ createClient/);
  expect(operation).toMatch(/^\| `?name`? .*\|$/m);
});

/** The links of a Markdown file to other files of the site. */
function linksOf(path: string): string[] {
  const text = readFileSync(join(siteFolder, path), "utf8").replace(/^```.*?^```$|`[^`\n]*`/gms, "");
  return [...text.matchAll(/\]\(([^()\s]+)\)/g)].map(([, link = ""]) => link).filter((link) => !/^(#|\w+:)/.test(link));
}

test("has the contract as one file", () => {
  const contract = JSON.parse(readFileSync(join(siteFolder, "openapi.json"), "utf8"));
  expect(contract).toMatchObject({ openapi: expect.stringMatching(/^3\.1/), paths: expect.anything() });
});

test("keeps the first page and all that it loads under 100 KB, gzipped", () => {
  const html = readFileSync(join(siteFolder, "index.html"), "utf8");
  const loaded = [...html.matchAll(/<(?:script|link)[^>]* (?:src|href)="(assets[^"]+)"/g)].map(([, path = ""]) => path);
  expect(loaded.toSorted()).toEqual(
    ["icon.svg", "sandbox.js", "site.js", "style.css", "theme.js"].map((name) => `assets/${name}`),
  );
  const bytes = ["index.html", ...loaded].map((path) => gzipSync(readFileSync(join(siteFolder, path))).length);
  expect(bytes.reduce((sum, one) => sum + one)).toBeLessThan(100_000);
});

test("has no path of the machine that built it", () => {
  for (const path of pagePaths)
    expect(readFileSync(join(siteFolder, path), "utf8"), path).not.toMatch(/\/(?:root|home|tmp)\//);
});
