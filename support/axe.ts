import axe from "axe-core";
import type { Page } from "playwright-core";

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}

const GRAVE: readonly unknown[] = ["serious", "critical"];

/** What to look for, by default all but lesser violations of all rules in the whole page. */
interface Options {
  readonly rules?: string[] | undefined;
  readonly impacts?: readonly unknown[];
  /** Selects what is left out. */
  readonly except?: string[];
}

/** The violations of accessibility rules on a page in Chromium: by default the serious and critical ones. */
export async function accessibilityProblems(page: Page, options: Options = {}): Promise<string[]> {
  const { rules, impacts = GRAVE, except = [] } = options;
  // Half a megabyte, once for each page.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const found = await page.evaluate(
    ({ runOnly, exclude }) =>
      window.axe.run(
        { exclude },
        {
          preload: false,
          resultTypes: ["violations", "incomplete"],
          ...(runOnly === undefined ? { rules: { "target-size": { enabled: true } } } : { runOnly }),
        },
      ),
    { runOnly: rules, exclude: except },
  );
  // axe is not sure of a text in the color of its ground.
  const isHidden = ({ any }: axe.NodeResult) => any.some(({ data }) => data?.messageKey === "equalRatio");
  const unsure = found.incomplete.map((one) => ({ ...one, nodes: one.nodes.filter(isHidden) }));
  const grave = [...found.violations, ...unsure].filter(({ impact }) => impacts.includes(impact));
  return grave.flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ html }) => `${id}: ${html}`));
}
