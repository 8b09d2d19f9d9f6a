import { describe, expect, test } from "vitest";
import { limitsOf, pageFigures } from "../../lab/client/results.js";
import { withFigures } from "../../lab/support/figures.js";
import { madeUpResults } from "../../lab/test/made-up-results.js";
import { read } from "../../support/repository.js";

const page = read("docs/performance.md");
const runs = [madeUpResults("v20.20.2")];

describe("the page about performance", () => {
  test("has a place for each figure of the experiment, and a line for each limit", () => {
    expect(() => withFigures(page, pageFigures(runs, {}))).not.toThrow();
    for (const { name } of limitsOf(madeUpResults("v20.20.2"))) expect(page).toContain(`| ${name} |`);
  });

  test("has measured figures in those places only", () => {
    const prose = page.replaceAll(/<!-- figures: .*? -->[\s\S]*?<!-- end of figures -->/g, "");
    expect(prose.match(/\d(?:\.\d+)? ?(?:µs|ms|times|%)|\d\.\d/g)).toBeNull();
  });
});
