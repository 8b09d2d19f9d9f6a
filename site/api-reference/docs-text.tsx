import { raw } from "hono/html";
import { codeBlock, escapeHtml } from "../page/highlight.js";
import { renderInline, renderMarkdown } from "../page/markdown.js";
import { ENTRY_POINTS, type EntryPoint } from "./entry-points.js";
import type { ExportedName } from "./read-exports.js";

/** A docstring as paragraphs. */
export function DocsText({ text, hrefOf }: { text: string; hrefOf: HrefOf }) {
  return <>{raw(linkCode(renderMarkdown(text), hrefOf))}</>;
}

/** A docstring on one line. */
export function DocsLine({ text, hrefOf }: { text: string; hrefOf: HrefOf }) {
  return <>{raw(linkCode(renderInline(text.replace(/\s+/g, " ")), hrefOf))}</>;
}

/** A declaration with links at the names of types. */
export function Declaration({ code, hrefOf }: { code: string; hrefOf: HrefOf }) {
  return <>{raw(linkTypes(codeBlock(code, "ts"), hrefOf))}</>;
}

/** A type on one line. */
export function TypeCode({ code, hrefOf }: { code: string; hrefOf: HrefOf }) {
  // A quoted part is a value, not the name of a type.
  const parts = code.split(/("[^"]*")/);
  return <code>{parts.map((part) => (part.startsWith('"') ? part : raw(linkTypes(escapeHtml(part), hrefOf))))}</code>;
}

/** The relative link to the description of a name. Undefined for a name that no page describes. */
export type HrefOf = (name: string) => string | undefined;

/** The links of names on the page of an entry point. */
export function hrefsFrom(from: EntryPoint, exports: ReadonlyMap<string, readonly ExportedName[]>): HrefOf {
  const hrefs = new Map<string, string>();
  // Several entry points can export the same name. Prefer this page, then this package.
  const nearness = ({ specifier, owner }: EntryPoint) =>
    specifier === from.specifier ? 0 : owner === from.owner ? 1 : 2;
  for (const entry of [...ENTRY_POINTS].sort((left, right) => nearness(left) - nearness(right))) {
    for (const { name, home } of exports.get(entry.specifier) ?? []) {
      const page = ENTRY_POINTS.find(({ specifier }) => specifier === home)?.page ?? entry.page;
      if (!hrefs.has(name)) hrefs.set(name, page === from.page ? `#${name}` : `${page}#${name}`);
    }
  }
  return (name) => hrefs.get(name);
}

/** Adds links to the names of types in highlighted code, except in comments and strings. */
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

/** Adds links to names that a text has as code, such as `paginate` and `client.updateFile`. */
export function linkCode(html: string, hrefOf: HrefOf): string {
  return html.replace(/<code>((?:client\.)?(\w+)(?:\(\))?)<\/code>/g, (code, _, name: string) =>
    link(name, code, hrefOf),
  );
}

function link(name: string, html: string, hrefOf: HrefOf): string {
  const href = hrefOf(name);
  return href === undefined ? html : `<a href="${href}">${html}</a>`;
}
