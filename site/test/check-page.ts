import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import axe from "axe-core";
import { inject } from "vitest";
import type { OpenPage } from "./chromium.js";

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}

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
  await page.evaluate(axe.source);
  const violations = async (rules?: string[]) => {
    const found = await page.evaluate(
      (runOnly) =>
        window.axe.run({ preload: false, resultTypes: ["violations"], ...(runOnly === undefined ? {} : { runOnly }) }),
      rules,
    );
    const grave = found.violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    return grave.flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ html }) => `${id}: ${html}`));
  };
  const light = await violations();
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = await violations(["color-contrast"]);
  return { light, dark, errors: errors.splice(0), outside: outside.splice(0) };
}
