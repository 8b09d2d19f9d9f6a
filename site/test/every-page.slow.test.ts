import { beforeAll, describe, expect } from "vitest";
import { addressOf, checkPage, type PageProblems, pagePaths } from "./check-page.js";
import { browserTest, hasChromium, useChromium } from "./chromium.js";

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

  browserTest("fits a phone: no page scrolls sideways", async () => {
    const { page } = await open({ viewport: { width: 390, height: 844 }, hasTouch: true });
    const wide: string[] = [];
    for (const path of pagePaths) {
      await page.goto(addressOf(path), { waitUntil: "domcontentloaded" });
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      if (width > 390) wide.push(`${path} ${width}`);
    }
    expect(wide).toEqual([]);
  });
});
