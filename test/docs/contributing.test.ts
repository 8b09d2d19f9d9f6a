import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The folders of the table. A name of one part stands beside the folder before it. */
function describedFolders(): string[] {
  const [, section = ""] = readFileSync(join(root, "CONTRIBUTING.md"), "utf8").split("\n## Folders\n");
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
  const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: root, encoding: "utf8" });
  const folders = files.split("\n").flatMap((file) => {
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
