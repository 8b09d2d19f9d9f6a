import { posix } from "node:path";

/** One page of the site, before its frame: the sources make these, `build.ts` writes them. */
export interface Page {
  /** Where it is written, below the root of the site, such as `guides/paging.html`. */
  readonly path: string;
  /** The text of the tab and of the results of a search. */
  readonly title: string;
  /** One sentence for cards, for the results of a search and for the head of the page. */
  readonly description: string;
  /** The part of the site that it belongs to. The first page of all belongs to none. */
  readonly part?: Part;
  /** The heading of the group in the navigation, within the part. */
  readonly group?: string;
  /** Its name in the navigation; the title unless given. */
  readonly label?: string;
  /**
   * The main column, with `<h1>` first. Headings of the second and third level have an `id`, by which the search and
   * the list "On this page" lead to them. Links to other pages are relative to this page.
   */
  readonly html: string;
}

/** The parts of the site, in the order of the navigation. */
export const PARTS = ["Guides", "Operations", "Reliability", "Package", "Project"] as const;
export type Part = (typeof PARTS)[number];

/** Pages that stand together in the navigation. */
export interface Group {
  /** Its heading; empty for pages that need none. */
  readonly name: string;
  readonly pages: readonly Page[];
}

/** The parts of the site with their groups, each in the order in which its pages come. */
export function navigationOf(pages: readonly Page[]): { part: Part; groups: Group[] }[] {
  return PARTS.map((part) => {
    const groups = new Map<string, Page[]>();
    for (const page of pages.filter((one) => one.part === part)) {
      const name = page.group ?? "";
      groups.set(name, [...(groups.get(name) ?? []), page]);
    }
    return { part, groups: [...groups].map(([name, members]) => ({ name, pages: members })) };
  });
}

/** The way from one file of the site to another, so that the site works in any folder and without a server. */
export function relativeLink(from: string, to: string): string {
  const [path = "", fragment] = to.split("#");
  const way = path === from ? "" : posix.relative(posix.dirname(from), path);
  return fragment === undefined ? way : `${way}#${fragment}`;
}
