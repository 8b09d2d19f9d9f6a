import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type HTMLElement, parse } from "node-html-parser";
import type { Page } from "playwright-core";
import { inject } from "vitest";

export const siteFolder = inject("siteFolder");

/** The paths of all pages, from the folder. */
export const pagePaths = readdirSync(siteFolder, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".html"))
  .toSorted();

/** The address of a page in the folder, without a server. */
export function addressOf(path: string): string {
  return pathToFileURL(join(siteFolder, path)).href;
}

export function readFile(path: string): string {
  return readFileSync(join(siteFolder, path), "utf8");
}

/** The content of a page, without its frame. */
export function contentOf(path: string): HTMLElement {
  // By default the parser reads the content of `pre` as text.
  const main = parse(readFile(path), { blockTextElements: {} }).querySelector("main");
  if (main === null) throw new Error(`${path} has no content`);
  return main;
}

/** The contents of the pages of a folder, by their paths. */
export function contentsIn(folder: string): Map<string, HTMLElement> {
  return new Map(pagePaths.filter((path) => path.startsWith(folder)).map((path) => [path, contentOf(path)]));
}

/** Sends the form of a page, and returns the text of the response on the page. */
export async function sendForm(page: Page): Promise<string> {
  const responses = page.locator(".try-response");
  const before = await responses.count();
  await page.getByRole("button", { name: "Send" }).press("Enter");
  await responses.nth(before).waitFor();
  return (await responses.first().textContent()) ?? "";
}

export async function resetSandbox(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Reset the sandbox" }).click();
  await page.getByText("The sandbox was reset").waitFor();
}
