import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { limitsOf } from "../../lab/client/limits.js";
import { pageFigures } from "../../lab/client/page.js";
import { withFigures } from "../../lab/support/figures.js";
import { madeUpResults } from "../../lab/test/made-up-results.js";

const page = readFileSync(new URL("../../docs/performance.md", import.meta.url), "utf8");
const runs = [madeUpResults("v20.20.2")];

describe("the page about performance", () => {
  test("has a place for each figure of the experiment, and a line for each limit", () => {
    expect(() => withFigures(page, pageFigures(runs))).not.toThrow();
    for (const { name } of limitsOf(madeUpResults("v20.20.2"))) expect(page).toContain(`| ${name} |`);
  });

  test("has measured figures in those places only", () => {
    const prose = page.replaceAll(/<!-- figures: .*? -->[\s\S]*?<!-- end of figures -->/g, "");
    expect(prose.match(/\d(?:\.\d+)? ?(?:µs|ms|times|%)|\d\.\d/g)).toBeNull();
  });
});

describe("the figures of a page", () => {
  const places = Object.keys(pageFigures(runs)).map((name) => `<!-- figures: ${name} -->\n<!-- end of figures -->\n`);

  test("replace older ones and leave the rest unchanged", () => {
    const text = `# Page\n\n${places.join("\nwords\n\n")}\nend\n`;
    const once = withFigures(text, pageFigures([madeUpResults("v20.1.0", { pagingRatio: 2 })]));
    const twice = withFigures(once, pageFigures(runs));
    expect(once).toContain("2, at most 1.05: **not met**");
    expect(twice).toBe(withFigures(text, pageFigures(runs)));
    expect(twice.replaceAll(/\n\n[^<]*\n\n(?=<!-- end)/g, "\n")).toBe(text);
  });

  test("each need exactly one place", () => {
    const { length } = places;
    const missing = places.slice(0, length - 1).join("");
    expect(() => withFigures(missing, pageFigures(runs))).toThrow("Expected one <!-- figures: machine -->");
    expect(() => withFigures(places.concat(places).join(""), pageFigures(runs))).toThrow("Expected one <!-- figures: ");
  });
});
