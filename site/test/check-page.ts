import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { inject } from "vitest";
import { accessibilityProblems } from "../../support/axe.js";
import type { OpenPage } from "../../support/chromium.js";

/** The folder with the built site. */
export const siteFolder = inject("siteFolder");

/** The paths of all pages, from the folder. */
export const pagePaths = readdirSync(siteFolder, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".html"))
  .toSorted();

/** The address of a page in the folder, without a server. */
export function addressOf(path: string): string {
  return pathToFileURL(join(siteFolder, path)).href;
}

/** The problems of a page. All lists are empty for a page without problems. */
export interface PageProblems {
  /** Serious and critical violations of accessibility rules, in the light theme. */
  readonly light: string[];
  /** Violations of the contrast rule in the dark theme, which differs only in its colors. */
  readonly dark: string[];
  /** Errors on the console, and uncaught errors. */
  readonly errors: string[];
  /** Requests to other hosts. */
  readonly outside: string[];
}

/** Opens a page and checks it in both themes. */
export async function checkPage({ page, errors, outside }: OpenPage, path: string): Promise<PageProblems> {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto(addressOf(path));
  const light = await accessibilityProblems(page);
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await accessibilityProblems(page, ["color-contrast"]);
  return { light, dark, errors: errors.splice(0), outside: outside.splice(0) };
}
