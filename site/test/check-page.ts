import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import axe from "axe-core";
import { expect, inject } from "vitest";
import type { OpenPage } from "./chromium.js";

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}

/** The folder with the built site. */
export const siteFolder = inject("siteFolder");

/** The paths of all pages, below the folder. */
export const pagePaths = readdirSync(siteFolder, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".html"))
  .toSorted();

/** The address of a page in the folder: no server is needed. */
export function addressOf(path: string): string {
  return pathToFileURL(join(siteFolder, path)).href;
}

/** Opens a page, and expects no accessibility violation, no error and no request to another host. */
export async function checkPage({ page, errors, outside }: OpenPage, path: string): Promise<void> {
  await page.goto(addressOf(path));
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => window.axe.run({ preload: false, resultTypes: ["violations"] }));
  const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  expect(grave.map(({ id, nodes }) => [path, id, ...nodes.slice(0, 3).map(({ html }) => html)])).toEqual([]);
  expect(errors).toEqual([]);
  expect(outside).toEqual([]);
}
