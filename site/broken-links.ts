import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import { parse } from "node-html-parser";

/** The links of pages to files that are not in the folder, and to fragments that their page does not have. */
export async function brokenLinks(folder: string, files: ReadonlyMap<string, string>): Promise<string[]> {
  const roots = new Map([...files].map(([path, html]) => [path, parse(html)]));
  const ids = new Map(
    [...roots].map(([path, root]) => [path, new Set(root.querySelectorAll("[id]").map(({ id }) => id))]),
  );
  return [...roots].flatMap(([path, root]) => {
    const links = root
      .querySelectorAll("[href], [src]")
      .map((one) => one.getAttribute("href") ?? one.getAttribute("src"));
    return links.flatMap((link = "") => {
      if (/^(https?:|mailto:)/.test(link)) return [];
      const [file = "", fragment] = link.split("#");
      const target = file === "" ? path : posix.normalize(posix.join(posix.dirname(path), decodeURI(file)));
      const known = fragment === undefined ? existsSync(join(folder, target)) : ids.get(target)?.has(fragment);
      return known ? [] : [`${path}: ${link}`];
    });
  });
}
