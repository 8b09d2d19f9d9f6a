import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { accessibilityProblems } from "../../support/axe.js";
import { browserTest, hasChromium, type OpenPage, useChromium } from "../../support/chromium.js";
import { temporaryFolder } from "../../support/temporary-folder.js";
import { buildSite } from "../build.js";
import { addressOf, pagePaths, siteFolder } from "./built-site.js";

/** The problems of a page. All lists are empty for a page without problems. */
interface PageProblems {
  /** Serious and critical violations of accessibility rules, in the light theme. */
  readonly light: string[];
  /** Violations of the contrast rule in the dark theme, which differs only in its colors. */
  readonly dark: string[];
  /** Errors on the console, and uncaught errors. */
  readonly errors: string[];
  /** Requests to other hosts. */
  readonly outside: string[];
}

const TABS = 4;
const open = useChromium();
const problems = new Map<string, PageProblems>();

// Tabs in parallel check all pages once, and each test reads its result.
beforeAll(async () => {
  if (!hasChromium) return;
  const queue = [...pagePaths];
  const tabs = Array.from({ length: TABS }, async () => {
    const tab = await open({ viewport: { width: 1280, height: 900 } }, "file");
    for (let path = queue.pop(); path !== undefined; path = queue.pop()) problems.set(path, await checkPage(tab, path));
  });
  await Promise.all(tabs);
}, 600_000);

/** Opens a page and checks it in both themes. */
async function checkPage({ page, errors, outside }: OpenPage, path: string): Promise<PageProblems> {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto(addressOf(path));
  const light = await accessibilityProblems(page);
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await accessibilityProblems(page, ["color-contrast"]);
  return { light, dark, errors: errors.splice(0), outside: outside.splice(0) };
}

test("a second build is the same, byte by byte", async () => {
  const folder = await temporaryFolder();
  await buildSite(folder);
  const files = readdirSync(siteFolder, { recursive: true, encoding: "utf8" }).filter((path) => /\.\w+$/.test(path));
  for (const path of files)
    expect(readFileSync(join(folder, path)).equals(readFileSync(join(siteFolder, path))), path).toBe(true);
});

describe("a page from a folder", () => {
  browserTest.each(pagePaths)("is accessible in both themes, and fetches nothing from other hosts: %s", (path) => {
    expect(problems.get(path)).toEqual({ light: [], dark: [], errors: [], outside: [] });
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

  browserTest.each([390, 1280, 1800])(
    "fits a screen: nothing scrolls sideways at %i, and no code is cut off [DS-10]",
    async (width) => {
      const { page } = await open({ viewport: { width, height: 844 } });
      const wide: string[] = [];
      for (const path of pagePaths) {
        await page.goto(addressOf(path), { waitUntil: "domcontentloaded" });
        const cut = await page.evaluate(
          () =>
            [document.documentElement, ...document.querySelectorAll("main pre")].filter(
              (element) => element.scrollWidth > element.clientWidth,
            ).length,
        );
        if (cut > 0) wide.push(`${path} ${cut}`);
      }
      expect(wide).toEqual([]);
    },
  );

  browserTest("shows the text of a picture at its size on a phone, where the picture scrolls [DS-10]", async () => {
    const { page } = await open({ viewport: { width: 390, height: 844 } });
    for (const path of ["guides/sandbox-data.html"]) {
      await page.goto(addressOf(path));
      const pictures = await page.locator("main img").evaluateAll((images) =>
        // The selector matches only images.
        (images as HTMLImageElement[]).map(({ width, naturalWidth }) => [width, naturalWidth]),
      );
      expect(pictures.length).toBeGreaterThan(0);
      for (const [width, naturalWidth] of pictures) expect(width).toBe(naturalWidth);
    }
  });
});
