import { raw } from "hono/html";
import { codeBlock, escapeHtml } from "../highlight.js";
import { renderInline, renderMarkdown } from "../markdown.js";
import { type HrefOf, linkCode, linkTypes } from "./name-links.js";

/** A text of a docstring. */
export function DocsText({ text, hrefOf }: { text: string; hrefOf: HrefOf }) {
  return <>{raw(linkCode(renderMarkdown(text), hrefOf))}</>;
}

/** A text of a docstring, on one line. */
export function DocsLine({ text, hrefOf }: { text: string; hrefOf: HrefOf }) {
  return <>{raw(linkCode(renderInline(text.replace(/\s+/g, " ")), hrefOf))}</>;
}

/** A declaration, in which the names of types are links. */
export function Declaration({ code, hrefOf }: { code: string; hrefOf: HrefOf }) {
  return <>{raw(linkTypes(codeBlock(code, "ts"), hrefOf))}</>;
}

/** A type, in a line. */
export function TypeCode({ code, hrefOf }: { code: string; hrefOf: HrefOf }) {
  // What is in quotes is a value, and no type.
  const parts = code.split(/("[^"]*")/);
  return <code>{parts.map((part) => (part.startsWith('"') ? part : raw(linkTypes(escapeHtml(part), hrefOf))))}</code>;
}

/** The condition behind the name of an error, or the whole text where it names none. */
export function ThrowsLine({ text, hrefOf }: { text: string; hrefOf: HrefOf }) {
  const [, name, condition = ""] = /^([A-Z]\w*)\b(.*)$/s.exec(text) ?? [];
  return <DocsLine text={name === undefined ? text : `\`${name}\`${condition}`} hrefOf={hrefOf} />;
}
