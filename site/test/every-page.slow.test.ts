import { describe, expect } from "vitest";
import { addressOf, checkPage, pagePaths } from "./check-page.js";
import { browserTest, useChromium } from "./chromium.js";

const open = useChromium();

describe("a page, opened from a folder", () => {
  describe.each(["light", "dark"] as const)("in the %s theme", (theme) => {
    browserTest.each(pagePaths)("is accessible, and fetches nothing from other hosts: %s", async (path) => {
      await checkPage(await open({ colorScheme: theme, viewport: { width: 1280, height: 900 } }), path);
    });
  });

  browserTest("fits a phone: no page scrolls sideways", async () => {
    const { page } = await open({ viewport: { width: 390, height: 844 }, hasTouch: true });
    const wide: string[] = [];
    for (const path of pagePaths) {
      await page.goto(addressOf(path));
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      if (width > 390) wide.push(`${path} ${width}`);
    }
    expect(wide).toEqual([]);
  });
});
