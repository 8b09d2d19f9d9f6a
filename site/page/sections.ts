import { type HTMLElement, parse } from "node-html-parser";
import type { Page } from "./page.js";

/** The main sections of a page, for the list "On this page". */
export function titlesOf({ html }: Pick<Page, "html">) {
  const titles = html.matchAll(/<h2[^>]* id="([^"]+)"[^>]*>(.*?)<\/h2>/gs);
  return [...titles].map(([, id = "", title = ""]) => ({ id, title: wordsOf(parsed(title)) }));
}

/** The headings of a page with the text below each, for the search. The content before the first heading has no id. */
export function sectionsOf({ title, html }: Pick<Page, "title" | "html">) {
  // Each heading starts a section. The content before the first one is the section of the page.
  const [first = "", ...rest] = html.split(/(?=<h[23][^>]* id=")/);
  const opening = parsed(first);
  opening.querySelector("h1")?.remove();
  return [
    { id: "", title, level: 1, text: wordsOf(opening) },
    ...rest.map((piece) => {
      const root = parsed(piece);
      const heading = root.querySelector("h2, h3");
      const level = heading?.tagName === "H2" ? 2 : 3;
      heading?.remove();
      return { id: heading?.id ?? "", title: heading === null ? "" : wordsOf(heading), level, text: wordsOf(root) };
    }),
  ];
}

/** The text of a section, without code, marks, forms and the reading time. */
export function wordsOf(root: HTMLElement): string {
  for (const part of root.querySelectorAll("pre, form, fieldset, wbr, .file, p > .optional")) part.remove();
  // Words of neighboring cells and paragraphs stay apart.
  return parsed(root.innerHTML.replace(BLOCK_TAG, " ")).text.replace(/\s+/g, " ").trim();
}

const BLOCK_TAG =
  /<\/?(?:h\d|p|div|section|ul|ol|li|dl|dt|dd|table|thead|tbody|tr|th|td|br|details|summary|span)\b[^>]*>/g;

/** By default the parser reads the content of `pre` as text. */
function parsed(html: string): HTMLElement {
  return parse(html, { blockTextElements: {} });
}
