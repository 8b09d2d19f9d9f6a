import { existsSync } from "node:fs";
import { join, posix } from "node:path";

/** The links of pages to files that are not in the folder, and to fragments that their page does not have. */
export function brokenLinks(folder: string, files: ReadonlyMap<string, string>): string[] {
  // The pages escape quotes in their texts, so these are attributes.
  const valuesOf = (html: string, names: string) => [...html.matchAll(new RegExp(` (?:${names})="([^"]*)"`, "g"))];
  const ids = new Map([...files].map(([path, html]) => [path, new Set(valuesOf(html, "id").map(([, id]) => id))]));
  return [...files].flatMap(([path, html]) =>
    valuesOf(html, "href|src").flatMap(([, link = ""]) => {
      if (/^(https?:|mailto:)/.test(link)) return [];
      const [file = "", fragment] = link.split("#");
      const target = file === "" ? path : posix.normalize(posix.join(posix.dirname(path), decodeURI(file)));
      const known = fragment === undefined ? existsSync(join(folder, target)) : ids.get(target)?.has(fragment);
      return known ? [] : [`${path}: ${link}`];
    }),
  );
}
