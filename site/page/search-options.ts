import type { Options } from "minisearch";

/** The options of the search index, for the build and for the browser. */
export const SEARCH_OPTIONS: Options<SearchEntry> = {
  fields: ["title", "page", "text"],
  storeFields: ["title", "page", "excerpt"],
  // Index `updateFile` as a whole, and each of its words.
  tokenize: (text) => {
    const words = text.split(/[^\p{L}\p{N}_]+/u).filter((word) => word !== "");
    return words.flatMap((word) => {
      const parts = word.split(/(?<=[a-z])(?=[A-Z])|_/);
      return parts.length > 1 ? [word, ...parts] : [word];
    });
  },
  searchOptions: {
    boost: { title: 4, page: 2 },
    // Rank pages above their sections, and both above schemas and pages about the project.
    boostDocument: (id: string) => (/^(operations\/schemas|project)/.test(id) ? 0.4 : id.includes("#") ? 1 : 2),
    prefix: true,
    fuzzy: 0.15,
    combineWith: "AND",
  },
};

/** A section of a page. Its id is the address from the root of the site. */
export interface SearchEntry {
  readonly id: string;
  readonly page: string;
  readonly title: string;
  readonly text: string;
  readonly excerpt: string;
}
