import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { listFiles, read } from "../../support/repository.js";

/** The folders of the table. A name of one part stands beside the folder before it. */
function describedFolders(): string[] {
  const [, section = ""] = read("CONTRIBUTING.md").split("\n## Folders\n");
  const rows = section.split("\n## ")[0]?.match(/^\| `.*$/gm) ?? [];
  return rows.flatMap((row) => {
    let before = "";
    return [...(row.split("|")[1] ?? "").matchAll(/`([^`]+)\/`/g)].map(([, name = ""]) => {
      before = name.includes("/") ? name : join(dirname(before), name);
      return before;
    });
  });
}

/** The folders of the repository that a newcomer meets: two levels, and the rooms of a package's `src`. */
function existingFolders(): string[] {
  const folders = listFiles().flatMap((file) => {
    const parts = file.split("/").slice(0, -1);
    return [1, 2, parts[1] === "src" ? 3 : 2].flatMap((depth) =>
      parts.length < depth ? [] : [parts.slice(0, depth).join("/")],
    );
  });
  return [...new Set(folders)];
}

test("CONTRIBUTING.md describes every folder in its table, and no other", () => {
  const advice = "Expected a row for each folder in the table of CONTRIBUTING.md, section Folders";
  expect(describedFolders().toSorted(), advice).toEqual(existingFolders().toSorted());
});
