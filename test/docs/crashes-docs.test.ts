import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { read, root } from "../../support/repository.js";
import { documentedTable } from "../support/sandbox-page.js";

const page = read("docs/crashes.md");
const scenarios = "test/reliability";

/** The titles of the tests in a file, as they are written. */
const titlesIn = (file: string) =>
  [...read(file).matchAll(/\bit(?:\.each\([\s\S]*?\]\))?\(\s*"([^"]+)",/g)].map(([, title = ""]) => title);
const testFiles = ["test/tokens", scenarios].flatMap((folder) =>
  readdirSync(root + folder)
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => join(folder, name)),
);
const rows = ["crashes", "pauses", "failures"].flatMap((table) => documentedTable(page, table));

describe("the page about crashes", () => {
  it("names, in each row of its tables, a test that there is", () => {
    const titles = new Set(testFiles.flatMap(titlesIn));
    expect(rows.length).toBeGreaterThanOrEqual(17);
    expect(rows.map((row) => row.at(-1)).filter((title = "") => !titles.has(title))).toEqual([]);
  });

  it.each(["crash-moments", "paused-processes", "redis-outages", "full-disk"])(
    "leaves none of these tests out: %s",
    (name) => {
      const titles = titlesIn(`${scenarios}/${name}.slow.test.ts`);
      expect(titles.length).toBeGreaterThanOrEqual(2);
      const named = rows.map((row) => row.at(-1));
      expect(titles.filter((title) => !named.includes(title))).toEqual([]);
    },
  );

  it("quotes what the client says", () => {
    const says = read("src/tokens/locked-refresh.ts");
    for (const words of ["and the response was lost or could not be saved", "spent, expired or revoked"]) {
      expect([says.includes(words), page.includes(words)]).toEqual([true, true]);
    }
  });
});
