import { type HTMLElement, parse } from "node-html-parser";
import type { Page } from "./page.js";

/** What stands below one heading of a page: what a search finds, and what "On this page" lists. */
export interface Section {
  /** The fragment of its address; empty for what stands before the first heading. */
  readonly id: string;
  readonly title: string;
  readonly level: 1 | 2 | 3;
  /** Its words, without any mark-up. */
  readonly text: string;
}

/** The sections of a page, in their order. */
export function sectionsOf({ title, html }: Pick<Page, "title" | "html">): Section[] {
  // Each heading begins a piece; what is before the first one belongs to the page itself.
  const [first = "", ...rest] = html.split(/(?=<h[23][^>]* id=")/);
  const opening = parsed(first);
  opening.querySelector("h1")?.remove();
  return [
    { id: "", title, level: 1, text: wordsOf(opening) },
    ...rest.map((piece): Section => {
      const root = parsed(piece);
      const heading = root.querySelector("h2, h3");
      const section = {
        id: heading?.id ?? "",
        title: heading === null ? "" : wordsOf(heading),
        level: heading?.tagName === "H2" ? 2 : 3,
      } as const;
      heading?.remove();
      return { ...section, text: wordsOf(root) };
    }),
  ];
}

/** Code is left out: each name in it is explained in words, and is found there. So are the reasons of marks. */
function wordsOf(root: HTMLElement): string {
  for (const part of root.querySelectorAll("pre, .reason, form")) part.remove();
  return root.structuredText.replace(/\s+/g, " ").trim();
}

/** The library would take a `pre` for a text without elements. */
function parsed(html: string): HTMLElement {
  return parse(html, { blockTextElements: {} });
}
