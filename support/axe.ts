import axe from "axe-core";
import type { Page } from "playwright-core";

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}

const GRAVE: readonly unknown[] = ["serious", "critical"];

/** The violations of accessibility rules on a page in Chromium: by default the serious and critical ones. */
export async function accessibilityProblems(page: Page, rules?: string[], impacts = GRAVE): Promise<string[]> {
  // Half a megabyte, once for each page.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const found = await page.evaluate(
    (runOnly) =>
      window.axe.run({
        preload: false,
        resultTypes: ["violations"],
        ...(runOnly === undefined ? { rules: { "target-size": { enabled: true } } } : { runOnly }),
      }),
    rules,
  );
  const grave = found.violations.filter(({ impact }) => impacts.includes(impact));
  return grave.flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ html }) => `${id}: ${html}`));
}
