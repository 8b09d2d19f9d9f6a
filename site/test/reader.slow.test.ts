import type { Page } from "playwright-core";
import { afterAll, expect } from "vitest";
import { browserTest, useChromium } from "../../support/chromium.js";
import { serveSite } from "../serve.js";
import { siteFolder } from "./built-site.js";

const site = await serveSite(siteFolder);
afterAll(() => site.close());

const open = useChromium();
const desktop = { viewport: { width: 1280, height: 900 } };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };

/** Opens a page of the site in a window of a computer. */
async function read(path: string, options = {}) {
  const opened = await open({ ...desktop, ...options });
  await opened.page.goto(`${site.url}/${path}`);
  return opened;
}

/** The blocks that a page truncates: they, or what has them, would have to be scrolled. */
function cutBlocks(page: Page): Promise<string[]> {
  return page
    .locator("main :is(pre, .responses)")
    .evaluateAll((blocks) =>
      blocks
        .filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1)
        .map(({ textContent }) => textContent ?? ""),
    );
}

browserTest.each([
  ["update a file", "Update a file"],
  ["start in five", "Start in five minutes"],
  ["memoryTokenStore", "refreshing-auth"],
])("a reader finds “%s” by searching, with the keyboard alone", async (words, heading) => {
  const { page, errors } = await read("");
  await page.keyboard.press("/");
  await page.getByRole("searchbox").fill(words);
  await page.getByRole("dialog").getByRole("link").first().waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.pathname !== "/");
  expect(await page.locator("h1").textContent()).toContain(heading);
  expect(errors).toEqual([]);
});

browserTest("sees that a search has no results, and Escape closes it and returns the focus [DS-9]", async () => {
  const { page } = await read("");
  // The letters that are typed while the search loads are not lost.
  await page.route(/search-entries\.js$/, async (route) => {
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>("[type=search]")?.value === "move file");
    await route.continue();
  });
  await page.keyboard.press("/");
  await page.keyboard.type("move file");
  await page.getByRole("dialog").getByRole("link", { name: "Update a file" }).first().waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Search" }).first().click();
  await page.getByRole("searchbox").fill("zyxwvut");
  await page.getByText("No results for “zyxwvut”").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  expect(await page.evaluate(() => document.activeElement?.className)).toContain("search-button");
});

browserTest("finds the page that a wrong address means [DS-6]", async () => {
  const { page } = await read("docs/pagination");
  await page.getByRole("main").getByRole("button", { name: "Search" }).click();
  expect(await page.getByRole("searchbox").inputValue()).toBe("pagination");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/guides\/paging\.html$/);
});

browserTest("links to a section from its heading, and prints only the content [DS-7]", async () => {
  const { page } = await read("guides/paging.html");
  const link = page.locator("#items .anchor");
  await link.focus();
  expect(await link.evaluate((one) => getComputedStyle(one, "::after").content)).toContain("#");
  await page.keyboard.press("Enter");
  await page.waitForURL(/#items$/);
  await page.emulateMedia({ media: "print" });
  expect(await page.getByRole("banner").isVisible()).toBe(false);
  expect(await page.getByRole("navigation").count()).toBe(0);
  expect(await cutBlocks(page)).toEqual([]);
});

browserTest("prints every example of an operation, its curl command and its whole response [DS-7]", async () => {
  const { page } = await read("operations/updateFile.html");
  await page.emulateMedia({ media: "print" });
  expect(await page.locator(".pair").count()).toBeGreaterThan(1);
  for (const part of [".pair > h3", ".sample h4", ".sample pre", ".sample-response pre"])
    for (const one of await page.locator(part).all()) expect(await one.isVisible(), part).toBe(true);
  expect(await cutBlocks(page)).toEqual([]);
});

browserTest("runs the program of the landing page with the client", async () => {
  const { page, errors, outside } = await read("");
  const before = site.sandbox.requests({ operation: "getCurrentUser" }).length;
  await page.getByRole("button", { name: "Run it in this page" }).click();
  await page.getByText(/^Printed Contract Owner <owner@example\.com> in \d+ ms/).waitFor();
  expect(site.sandbox.requests({ operation: "getCurrentUser" })).toHaveLength(before + 1);
  expect({ errors, outside }).toEqual({ errors: [], outside: [] });
});

browserTest("copies a sample", async () => {
  const { page, context } = await read("operations/getCurrentUser.html");
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: site.url });
  const block = page.locator(".code").first();
  await block.hover();
  await block.getByRole("button", { name: "Copy the code" }).click();
  await block.getByText("Copied").first().waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await block.locator("pre").textContent());
  expect(copied).toContain("client.getCurrentUser()");
});

browserTest("chooses curl once, for all samples of all pages", async () => {
  const { page } = await read("operations/updateFile.html");
  await page.getByRole("radio", { name: "TypeScript" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.getByText("curl -sS -X PUT").first().waitFor();
  expect(await page.getByText("await client.updateFile(").first().isVisible()).toBe(false);
  await page.goto(`${site.url}/operations/createTask.html`);
  expect(await page.getByRole("radio", { name: "curl" }).isChecked()).toBe(true);
  await page.getByText("curl -sS").first().waitFor();
});

browserTest("skips the navigation with the first key, and always sees the focus", async () => {
  const { page } = await read("guides/paging.html");
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.textContent?.trim())).toBe("Skip to the content");
  await page.keyboard.press("Enter");
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("main");
  // A heading has the name of its section, and links to it.
  await page.getByRole("heading", { name: "Items", exact: true }).getByRole("link", { name: "Items" }).waitFor();
  for (let step = 0; step < 15; step += 1) {
    await page.keyboard.press("Tab");
    const outline = await page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle);
    expect(outline).not.toBe("none");
  }
});

browserTest("skips to the form of an operation", async () => {
  const { page } = await read("operations/updateFile.html");
  await page.getByRole("link", { name: "Skip to the request" }).press("Enter");
  for (let tabs = 0; tabs < 2; tabs += 1) await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.closest("form")?.className)).toBe("try-it");
});

browserTest("opens the pages behind a button on a phone, scrolls them, and closes them", async () => {
  const { page } = await read("operations/updateFile.html", phone);
  const pages = page.locator("#site-pages");
  await page.getByRole("button", { name: "Menu" }).tap();
  expect(await pages.boundingBox()).toEqual({ x: 0, y: 56, width: 390, height: 844 - 56 });
  expect(await pages.evaluate((one) => one.scrollHeight - one.clientHeight)).toBeGreaterThan(100);
  expect(await pages.locator("[aria-current=page]").evaluate((one) => one.getBoundingClientRect().y)).toBeLessThan(800);
  await page.getByRole("button", { name: "Menu" }).tap();
  expect(await pages.isVisible()).toBe(false);
  const link = page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Create a web link" });
  expect(await link.isVisible()).toBe(false);
  const menu = page.getByRole("button", { name: "Menu" });
  await menu.press("Enter");
  await page.keyboard.press("Escape");
  expect([await link.isVisible(), await menu.getAttribute("aria-expanded")]).toEqual([false, "false"]);
  await menu.press("Enter");
  await link.click();
  expect(await page.locator("h1").textContent()).toBe("Create a web link");
});

browserTest("reads everything without scripts, and reaches all parts of the site [DS-9]", async () => {
  const { page } = await read("operations/updateFile.html", { javaScriptEnabled: false });
  await page.getByText("await client.updateFile(").first().waitFor();
  await page.getByText("curl -sS -X PUT").first().waitFor();
  expect(await page.locator(":is(button, input, select, textarea):visible").count()).toBe(0);
  const empty = await page.locator(":is(h2, h3):not(summary *)").evaluateAll((headings) =>
    headings
      .filter((heading) => heading.checkVisibility())
      .filter(({ nextElementSibling: next }) => !next?.checkVisibility() || /^H[12]$/.test(next.tagName))
      .map(({ id }) => id),
  );
  expect(empty).toEqual([]);
  await page.setViewportSize(phone.viewport);
  for (const path of ["/", "/operations/updateFile.html"]) {
    await page.goto(`${site.url}${path}`);
    await page.getByRole("link", { name: "Reliability", exact: true }).waitFor();
  }
});
