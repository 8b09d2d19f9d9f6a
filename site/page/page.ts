import { posix } from "node:path";
import { type HTMLElement, parse } from "node-html-parser";

/** A page of the site, without its frame. */
export interface Page {
  /** The path from the root of the site, such as `guides/paging.html`. */
  readonly path: string;
  /** The title for the browser tab and the search results. */
  readonly title: string;
  /** A sentence for cards, search results and the head of the page. */
  readonly description: string;
  /** The part of the site. Undefined for the landing page. */
  readonly part?: Part;
  readonly group?: string;
  /** The name in the navigation. @default the title */
  readonly label?: string;
  /** The main column, starting with `<h1>`. `<h2>` and `<h3>` have ids for search results and the list of sections. */
  readonly html: string;
}

/** The parts of the site, in the order of the navigation. */
export const PARTS = ["Guides", "Operations", "Sandbox", "Reliability", "Package", "Project"] as const;
export type Part = (typeof PARTS)[number];

/** The parts of the site with their groups, in the order of the pages. Pages without a group have an empty name. */
export function navigationOf(pages: readonly Page[]) {
  return PARTS.map((part) => {
    const members = pages.filter((one) => one.part === part);
    const names = [...new Set(members.map(({ group = "" }) => group))];
    return {
      part,
      groups: names.map((name) => ({ name, pages: members.filter(({ group = "" }) => group === name) })),
    };
  });
}

/** The relative link between two files of the site, so that the site works in any folder and without a server. */
export function relativeLink(from: string, to: string): string {
  const [path = "", fragment] = to.split("#");
  const link = path === from ? "" : posix.relative(posix.dirname(from), path);
  return fragment === undefined ? link : `${link}#${fragment}`;
}

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
