import { posix } from "node:path";

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
