import { beforeAll, describe, expect } from "vitest";
import { browserTest, hasChromium, useChromium } from "../../support/chromium.js";
import { addressOf, checkPage, type PageProblems, pagePaths } from "./check-page.js";

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

describe("a page from a folder", () => {
  browserTest.each(pagePaths)("is accessible in the light theme, and fetches nothing from other hosts: %s", (path) => {
    expect(problems.get(path)).toMatchObject({ light: [], errors: [], outside: [] });
  });

  browserTest.each(pagePaths)("has enough contrast in the dark theme: %s", (path) => {
    expect(problems.get(path)).toMatchObject({ dark: [] });
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
