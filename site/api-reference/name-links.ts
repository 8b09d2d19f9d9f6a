import { ENTRY_POINTS, type EntryPoint } from "./entry-points.js";
import type { ExportedName } from "./exported-name.js";

/** Where a name is described, seen from the page of an entry point; undefined for a name that is not ours. */
export type HrefOf = (name: string) => string | undefined;

/** Finds the descriptions of names for the page of an entry point. */
export function hrefsFrom(from: EntryPoint, exports: ReadonlyMap<string, readonly ExportedName[]>): HrefOf {
  const hrefs = new Map<string, string>();
  // A name of the page itself comes before the same name elsewhere, and one of the same package before one of the other.
  const nearness = ({ specifier, package: owner }: EntryPoint) =>
    specifier === from.specifier ? 0 : owner === from.package ? 1 : 2;
  for (const entry of [...ENTRY_POINTS].sort((left, right) => nearness(left) - nearness(right))) {
    for (const { name, home } of exports.get(entry.specifier) ?? []) {
      const page = ENTRY_POINTS.find(({ specifier }) => specifier === home)?.page ?? entry.page;
      if (!hrefs.has(name)) hrefs.set(name, page === from.page ? `#${name}` : `${page}#${name}`);
    }
  }
  return (name) => hrefs.get(name);
}

/** Makes links of the names of types in highlighted code. Those in comments and texts stay as they are. */
export function linkTypes(html: string, hrefOf: HrefOf): string {
  const open: boolean[] = [];
  return html
    .split(/(<[^>]*>)/)
    .map((part) => {
      if (part.startsWith("<span")) open.push(/hljs-(?:comment|string)/.test(part));
      if (part.startsWith("</span")) open.pop();
      if (part.startsWith("<") || open.includes(true)) return part;
      return part.replace(/\b[A-Z]\w*/g, (name) => link(name, name, hrefOf));
    })
    .join("");
}

/** Makes links of the names that stand in a text as code, such as `paginate` and `client.updateFile`. */
export function linkCode(html: string, hrefOf: HrefOf): string {
  return html.replace(/<code>((?:client\.)?(\w+)(?:\(\))?)<\/code>/g, (code, _, name: string) =>
    link(name, code, hrefOf),
  );
}

function link(name: string, html: string, hrefOf: HrefOf): string {
  const href = hrefOf(name);
  return href === undefined ? html : `<a href="${href}">${html}</a>`;
}
