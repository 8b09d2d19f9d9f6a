import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { chartsOf } from "../../lab/client/charts.js";
import { limitsOf } from "../../lab/client/limits.js";
import { pageTables, withTables } from "../../lab/client/page-tables.js";
import { madeUpResults } from "../../lab/test/made-up-results.js";
import { documentedTable } from "../support/sandbox-page.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (file: string) => readFileSync(join(root, file), "utf8");
const page = read("docs/performance.md");

describe("the page about performance", () => {
  test("has a line for each limit, with the result on each Node version", () => {
    const rows = documentedTable(page, "limits");
    expect(rows.map(([name]) => name)).toEqual(limitsOf(madeUpResults("v20.20.2")).map(({ name }) => name));
    for (const row of rows) expect(row).toHaveLength(3);
  });

  test("has measured figures in its tables only", () => {
    const prose = page.replaceAll(/^\|.*$/gm, "");
    expect(prose.match(/\d(?:\.\d+)? ?(?:µs|ms|times|%)|\d\.\d/g)).toBeNull();
  });

  test("shows every chart that the benchmark draws", () => {
    for (const name of Object.keys(chartsOf([madeUpResults("v20.20.2")]))) {
      expect(page).toContain(`](performance/${name})`);
      expect(read(`docs/performance/${name}`)).toMatch(/^<svg /);
    }
  });
});

describe("the tables of a page", () => {
  const made = [madeUpResults("v20.20.2")];
  const marks = Object.keys(pageTables(made)).map((name) => `<!-- table: ${name} -->\n`);

  test("replace older ones and leave the rest unchanged", () => {
    const text = `# Page\n\n${marks.join("\nwords\n\n")}\nend\n`;
    const once = withTables(text, [madeUpResults("v20.1.0", { pagingRatio: 2 })]);
    const twice = withTables(once, made);
    expect(once).toContain("2, at most 1.05: **not met**");
    expect(twice).toBe(withTables(text, made));
    expect(twice).toContain("1.02, at most 1.05: met");
    expect(twice.replaceAll(/^\|.*\n/gm, "")).toBe(text);
  });

  test("each need exactly one mark", () => {
    expect(() => withTables(marks.slice(1).join("\n"), made)).toThrow(
      "Expected one mark <!-- table: machine --> on the page",
    );
    expect(() => withTables(marks.concat(marks).join("\n"), made)).toThrow("Expected one mark");
  });
});
