import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import axe from "axe-core";
import { describe, expect, inject, test } from "vitest";
import { browserTest, useChromium } from "./chromium.js";

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}

const open = useChromium();
const folder = inject("siteFolder");
const address = (path: string) => pathToFileURL(join(folder, path)).href;
const pages = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".html"))
  .toSorted();

// From the folder itself: no server is there, and none is asked.
describe("a page, opened from a folder", () => {
  describe.each(["light", "dark"] as const)("in the %s theme", (theme) => {
    browserTest.each(pages)("keeps nobody out, and fetches nothing from elsewhere: %s", async (path) => {
      const { page, errors, outside } = await open({ colorScheme: theme, viewport: { width: 1280, height: 900 } });
      await page.goto(address(path));
      await page.evaluate(axe.source);
      const { violations } = await page.evaluate(() => window.axe.run({ preload: false, resultTypes: ["violations"] }));
      const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
      expect(grave.map(({ id, nodes }) => [id, ...nodes.slice(0, 3).map(({ html }) => html)])).toEqual([]);
      expect(errors).toEqual([]);
      expect(outside).toEqual([]);
    });
  });

  browserTest("fits a phone: nothing makes the page itself scroll sideways", async () => {
    const { page } = await open({ viewport: { width: 390, height: 844 }, hasTouch: true });
    const wide: string[] = [];
    for (const path of pages) {
      await page.goto(address(path));
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      if (width > 390) wide.push(`${path} ${width}`);
    }
    expect(wide).toEqual([]);
  });

  browserTest("is searched without a server", async () => {
    const { page, errors } = await open();
    await page.goto(address("index.html"));
    await page.keyboard.press("/");
    await page.getByRole("searchbox").fill("restore a folder");
    await page.getByRole("dialog").getByRole("link").first().click();
    expect(await page.locator("h1").textContent()).toBe("Restore a folder from the trash");
    await page.getByText("No sandbox is behind this page.").waitFor();
    expect(errors).toEqual([]);
  });
});

test("the first page and all that it loads are under 100 KB, gzipped", () => {
  const html = readFileSync(join(folder, "index.html"), "utf8");
  const loaded = [...html.matchAll(/<(?:script|link)[^>]* (?:src|href)="([^"]+)"/g)].map(([, path = ""]) => path);
  expect(loaded.toSorted()).toEqual(
    ["icon.svg", "sandbox.js", "site.js", "style.css", "theme.js"].map((name) => `assets/${name}`),
  );
  const bytes = ["index.html", ...loaded].map((path) => gzipSync(readFileSync(join(folder, path))).length);
  expect(bytes.reduce((sum, one) => sum + one)).toBeLessThan(100_000);
});

test("no page says where it was made", () => {
  for (const path of pages) expect(readFileSync(join(folder, path), "utf8"), path).not.toMatch(/\/(?:root|home|tmp)\//);
});
