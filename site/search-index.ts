import MiniSearch from "minisearch";
import type { Page } from "./page.js";
import { SEARCH_OPTIONS } from "./search-options.js";
import { sectionsOf } from "./sections.js";

/** What is searched, section by section, as the text of a script: from a folder a page may load scripts and nothing else. */
export function searchIndexScript(pages: readonly Page[]): string {
  const index = new MiniSearch(SEARCH_OPTIONS);
  for (const page of pages) {
    for (const { id, title, level, text } of sectionsOf(page)) {
      index.add({
        id: id === "" ? page.path : `${page.path}#${id}`,
        // The part and the page are found by their own words, and tell where the section stands.
        page: level === 1 ? (page.part ?? "") : page.title,
        title,
        text,
        excerpt: level === 1 ? page.description : text.slice(0, 140),
      });
    }
  }
  return `globalThis.searchIndex = ${JSON.stringify(JSON.stringify(index))};\n`;
}
