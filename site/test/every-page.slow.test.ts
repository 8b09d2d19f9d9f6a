import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { accessibilityProblems } from "../../support/axe.js";
import { browserTest, useChromium } from "../../support/chromium.js";
import { temporaryFolder } from "../../support/temporary-folder.js";
import { buildSite } from "../build.js";
import { serveFiles } from "../serve.js";
import { addressOf, pagePaths, siteFolder } from "./built-site.js";

const TABS = 4;
/** The themes differ only in colors. */
const VIEWS = { 390: "light", 1280: "dark", 1800: undefined } as const;
/** The rules of axe whose verdict depends on places and colors. */
const OF_LAYOUT = ["color-contrast", "scrollable-region-focusable"];
/** As wide as the widest view. */
const WITHOUT_SCRIPTS = { javaScriptEnabled: false, viewport: { width: 1800, height: 844 } };
const SIDEBAR = "nav.sidebar";
const open = useChromium();
const site = await serveFiles(siteFolder);
afterAll(() => site.close());

test("a second build is the same, byte by byte", async () => {
  const folder = temporaryFolder();
  await buildSite(folder);
  const files = readdirSync(siteFolder, { recursive: true, encoding: "utf8" }).filter((path) => /\.\w+$/.test(path));
  for (const path of files)
    expect(readFileSync(join(folder, path)).equals(readFileSync(join(siteFolder, path))), path).toBe(true);
});

describe("every page", () => {
  browserTest(
    "fits at 390, 1280 and 1800 pixels, is accessible in both themes, and has no errors [DS-10] [DS-24]",
    async () => {
      const queue = [...pagePaths];
      const problems: string[] = [];
      const sidebars = new Set<string>();
      const tabs = Array.from({ length: TABS }, async () => {
        // A tab for each kind of address: between them, the browser changes the process.
        const [served, fromFolder, plain] = [await open(), await open(), await open(WITHOUT_SCRIPTS)];
        const { page } = served;
        const heightOf = (one: typeof page) => one.locator("main").evaluate((main) => main.scrollHeight);
        const headingsOf = (one: typeof page) => one.locator("main").locator("h1, h2, h3").allTextContents();
        for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
          const found: string[] = [];
          await page.goto(`${site.url}/${path}`, { waitUntil: "networkidle" });
          await plain.page.goto(addressOf(path));
          if (String(await headingsOf(page)) !== String(await headingsOf(plain.page)))
            found.push("scripts change its headings");
          await page.evaluate(joinRepeatedTokens);
          let before = "";
          for (const [width, colorScheme] of Object.entries(VIEWS)) {
            await page.setViewportSize({ width: Number(width), height: 844 });
            found.push(...(await page.evaluate(textsThatDoNotFit)));
            // The widest view has the elements of the one before, with more room.
            if (colorScheme === undefined) continue;
            await page.emulateMedia({ colorScheme });
            // Pages of one part have one sidebar.
            const sidebar = await page.locator(SIDEBAR).innerText();
            const except = sidebars.has(sidebar) ? [SIDEBAR] : [];
            sidebars.add(sidebar);
            const rest = page.locator(except.length > 0 ? "main *" : "*");
            const shown = String(await rest.evaluateAll((all) => all.map((one) => one.checkVisibility())));
            const rules = shown === before ? OF_LAYOUT : undefined;
            found.push(...(await accessibilityProblems(page, { rules, except })));
            before = shown;
          }
          const grown = (await heightOf(page)) - (await heightOf(plain.page));
          // A form, or the start of the inspector.
          if (grown > 1_000) found.push(`scripts make it ${grown} pixels higher`);
          await fromFolder.page.goto(addressOf(path));
          for (const { errors, outside } of [served, fromFolder]) found.push(...errors.splice(0), ...outside.splice(0));
          problems.push(...found.map((problem) => `${path}: ${problem}`));
        }
      });
      await Promise.all(tabs);
      expect(problems).toEqual([]);
    },
    900_000,
  );

  browserTest("is searched from a folder, without a server", async () => {
    const { page, errors } = await open();
    await page.goto(addressOf("index.html"));
    await page.keyboard.press("/");
    await page.getByRole("searchbox").fill("restore a folder");
    await page.getByRole("dialog").getByRole("link").first().click();
    expect(await page.locator("h1").textContent()).toBe("Restore a folder from the trash");
    await page.getByText("This page has no sandbox").waitFor();
    expect(errors).toEqual([]);
  });
});

/** Joins the tokens of code with the text beside them, except for one of each look. Runs in the page. */
function joinRepeatedTokens(): void {
  const looks = new Set<string>();
  for (const token of document.querySelectorAll("pre span")) {
    const look = [token, token.parentElement, token.closest("pre")].map((one) => one?.className).join();
    if (looks.has(look)) token.replaceWith(...token.childNodes);
    looks.add(look);
  }
}

/** The texts that scroll sideways or are cut off, and the error codes that break in a word. Runs in the page. */
function textsThatDoNotFit(): string[] {
  const blocks = [document.documentElement, ...document.querySelectorAll("main pre")];
  const cut = blocks.filter((element) => element.scrollWidth > element.clientWidth);
  // The texts between two `<wbr>`, which follow underscores.
  const codes = [...document.querySelectorAll(".errors th code, section.error h2 a")];
  const broken = codes
    .flatMap((code) => [...code.childNodes].filter((node) => node instanceof Text))
    .filter((word) => {
      const range = document.createRange();
      range.selectNodeContents(word);
      return range.getClientRects().length > 1;
    });
  // Where there is room beside the text, the sections of a page are in sight.
  const sections = document.querySelectorAll("main h2[id]").length;
  const list = document.querySelector(".on-this-page");
  const isLong = innerWidth >= 1280 && sections > 1 && document.querySelector(".landing") === null;
  return [
    ...[...cut, ...broken].map(({ textContent }) => `does not fit: ${textContent?.trim().slice(0, 60)}`),
    ...(isLong && !list?.checkVisibility() ? ["has no list of its sections"] : []),
  ];
}
