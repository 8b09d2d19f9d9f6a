import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The root of the repository, with a slash at its end. */
export const root = fileURLToPath(new URL("..", import.meta.url));

/** The text of a file, by its path from the root. */
export const read = (path: string) => readFileSync(root + path, "utf8");

/** The paths of all files that fit these patterns of git, new ones included. */
export function listFiles(...patterns: string[]): string[] {
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", ...patterns], { cwd: root });
  return String(listed)
    .split("\n")
    .filter((path) => path !== "" && existsSync(root + path));
}

/** The rows of the table behind the mark `<!-- table: name -->` of a page, without its head. */
export function documentedTable(page: string, name: string): string[][] {
  const [, table = ""] = page.split(`<!-- table: ${name} -->\n`);
  const [lines = ""] = table.split("\n\n");
  const rows = lines.trimEnd().split("\n").slice(2);
  return rows.map((line) =>
    line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim()),
  );
}
