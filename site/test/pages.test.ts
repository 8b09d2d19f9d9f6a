import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { valid } from "node-html-parser";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../support/temporary-folder.js";
import { brokenLinks } from "../build.js";
import { renderPage } from "../layout.js";
import { contentOf, pagePaths, readFile, siteFolder } from "./built-site.js";

test("the build reports a link to a missing file or fragment, and no other", async () => {
  const folder = temporaryFolder();
  const files = new Map([
    [
      "index.html",
      '<a href="guides/a.html#here">a</a><a href="#top">b</a><a href="b.css">c</a><a href="https://x.example">d</a>',
    ],
    ["guides/a.html", '<h2 id="here"></h2><a href="../index.html">e</a><a href="#there">f</a><img src="../c.svg" />'],
  ]);
  await writeFile(join(folder, "b.css"), "");
  await writeFile(join(folder, "index.html"), "");
  expect(brokenLinks(folder, files)).toEqual(["index.html: #top", "guides/a.html: #there", "guides/a.html: ../c.svg"]);
});

test.each(pagePaths)("%s is well formed, begins with its title, and has each id once", (path) => {
  const html = readFile(path);
  expect(valid(html)).toBe(true);
  const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  expect(html.match(/<h1/g)).toHaveLength(1);
  // The cards of the landing page are no sections.
  if (path !== "index.html") expect(html).not.toMatch(/<h[23](?![^>]* id=")/);
  // It first says what the reader gets, in a sentence.
  const first = contentOf(path).querySelector("h1 ~ p")?.text;
  if (/^(guides|reliability|project\/[adr]|(operations|sandbox)\/(index|errors|schemas))/.test(path))
    expect(first).toMatch(/^(?!The|An?\b|Which|What|How|Each|Requests)[A-Z][a-z]+ [^.]+\./);
  // A number and its unit, or a range, are on one line.
  const prose = html.replace(/<(pre|code|form|head)\b.*?<\/\1>/gs, "");
  expect(prose.match(/>[^<]*\d (µs|ms|s|kB|MB|[KM]iB|to \d)\b/g)).toBeNull();
  // No path of the machine that built it.
  expect(html).not.toMatch(/\/(?:root|home|tmp)\//);
});

test("the site has a Markdown copy of each page, listed in llms.txt, whose links lead to files of the site [DS-5]", () => {
  const copies = pagePaths.filter((path) => path !== "404.html").map((path) => path.replace(/html$/, "md"));
  const listed = linksOf("llms.txt");
  expect(copies.filter((path) => path !== "index.md" && !listed.includes(path))).toEqual([]);
  const broken = [...copies, "llms.txt"].flatMap((path) =>
    linksOf(path)
      .filter((link) => !existsSync(join(siteFolder, dirname(path), link.replace(/#.*/, ""))))
      .map((link) => `${path}: ${link}`),
  );
  expect(broken).toEqual([]);
  const operation = readFile("operations/updateFile.md");
  expect(operation).toMatch(/^# Update a file\n\nPUT `\/files\/\{file_id\}`\n/);
  expect(operation).toMatch(/```ts\nimport \{ createClient/);
  expect(operation).toMatch(/^\| `?name`? .*\|$/m);
});

/** The links of a Markdown file to other files of the site. */
function linksOf(path: string): string[] {
  const text = readFile(path).replace(/^```.*?^```$|`[^`\n]*`/gms, "");
  return [...text.matchAll(/\]\(([^()\s]+)\)/g)].map(([, link = ""]) => link).filter((link) => !/^(#|\w+:)/.test(link));
}

test("each page links to its version and license, and to the repository if the package names one", () => {
  const page = { path: "guides/a.html", title: "A", description: "", html: "<h1>A</h1>" };
  const about = { version: "1.2.3", license: "MIT" };
  const linked = renderPage(page, [page], { ...about, repository: "https://code.example/a" });
  expect(linked).toMatch(/Version 1\.2\.3<\/a>.*MIT<\/a>.*<a href="https:\/\/code\.example\/a">Repository<\/a>/s);
  expect(renderPage(page, [page], about)).not.toContain("Repository");
  for (const path of pagePaths) expect(readFile(path), path).toMatch(/>Version \d+\.\d+\.\d+<\/a> · .*#license">/);
});

test("the landing page leads to a form, and says of each figure which way is better, and with which Node", () => {
  const page = contentOf("index.html");
  expect(page.querySelector(".actions .quiet")?.getAttribute("href")).toBe("operations/updateFile.html#try-it");
  const texts = page.querySelectorAll(".card:has(.bars)").map(({ text }) => text);
  expect(texts).toEqual([
    expect.stringMatching(/planted/),
    expect.stringMatching(/Calls per second.*Node 24, longer is better/s),
    // The only chart in which the client's bar is the longest.
    expect.stringMatching(/CPU time.*Node 24, shorter is better.*as much as those of/s),
  ]);
});

test("the first page and all that it loads stay under 100 KB, gzipped", () => {
  const html = readFile("index.html");
  const loaded = [...html.matchAll(/<(?:script|link)[^>]* (?:src|href)="(assets[^"]+)"/g)].map(([, path = ""]) => path);
  expect(loaded.toSorted()).toEqual(
    ["icon.svg", "js.js", "sandbox.js", "site.js", "style.css"].map((name) => `assets/${name}`),
  );
  const bytes = ["index.html", ...loaded].map((path) => gzipSync(readFile(path)).length);
  expect(bytes.reduce((sum, one) => sum + one)).toBeLessThan(100_000);
});
