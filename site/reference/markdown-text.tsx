import { raw } from "hono/html";
import { renderInline, renderMarkdown } from "../markdown.js";

/** Markdown of the contract, in paragraphs. */
export function MarkdownText({ text }: { text: string }) {
  return raw(renderMarkdown(text));
}

/** Markdown of the contract, within a line. */
export function InlineText({ text }: { text: string }) {
  return raw(renderInline(text));
}
