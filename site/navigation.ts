import { PARTS, type Page, type Part } from "./page.js";

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
