import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { accessibilityProblems } from "../../support/axe.js";
import { browserTest, useChromium } from "../../support/chromium.js";
import { temporaryFolder } from "../../support/temporary-folder.js";
import { buildSite } from "../build.js";
import { addressOf, pagePaths, siteFolder } from "./built-site.js";

const TABS = 4;
const open = useChromium();

test("a second build is the same, byte by byte", async () => {
  const folder = temporaryFolder();
  await buildSite(folder);
  const files = readdirSync(siteFolder, { recursive: true, encoding: "utf8" }).filter((path) => /\.\w+$/.test(path));
  for (const path of files)
    expect(readFileSync(join(folder, path)).equals(readFileSync(join(siteFolder, path))), path).toBe(true);
});

describe("a page from a folder", () => {
  browserTest(
    "is accessible in both themes, has no errors, and fetches nothing from other hosts",
    async () => {
      const queue = [...pagePaths];
      const problems: string[] = [];
      const tabs = Array.from({ length: TABS }, async () => {
        const { page, errors, outside } = await open({ viewport: { width: 1280, height: 900 } });
        for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
          await page.emulateMedia({ colorScheme: "light" });
          await page.goto(addressOf(path));
          const light = await accessibilityProblems(page);
          // The dark theme differs only in its colors.
          await page.emulateMedia({ colorScheme: "dark" });
          const dark = await accessibilityProblems(page, ["color-contrast"]);
          const found = [...light, ...dark, ...errors.splice(0), ...outside.splice(0)];
          problems.push(...found.map((problem) => `${path}: ${problem}`));
        }
      });
      await Promise.all(tabs);
      expect(problems).toEqual([]);
    },
    600_000,
  );

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

  browserTest.each([390, 1280, 1800])(
    "fits a screen of %i pixels: nothing scrolls sideways, no code is cut off, no error code breaks in a word [DS-10] [DS-24]",
    async (width) => {
      const { page } = await open({ viewport: { width, height: 844 } });
      const problems: string[] = [];
      for (const path of pagePaths) {
        await page.goto(addressOf(path), { waitUntil: "domcontentloaded" });
        const found = await page.evaluate(() => {
          const blocks = [document.documentElement, ...document.querySelectorAll("main pre")];
          const cut = blocks.filter((element) => element.scrollWidth > element.clientWidth);
          // The texts between two `<wbr>`, which follow underscores.
          const codes = [...document.querySelectorAll(".errors th code, section.error h2")];
          const broken = codes
            .flatMap((code) => [...code.childNodes].filter((node) => node instanceof Text))
            .filter((word) => {
              const range = document.createRange();
              range.selectNodeContents(word);
              return range.getClientRects().length > 1;
            });
          return [...cut, ...broken].map(({ textContent }) => textContent?.trim().slice(0, 60));
        });
        problems.push(...found.map((text) => `${path}: ${text}`));
      }
      expect(problems).toEqual([]);
    },
  );
});
