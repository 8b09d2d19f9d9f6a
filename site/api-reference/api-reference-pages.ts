import type { Page } from "../page.js";
import { entryPage } from "./entry-page.js";
import { ENTRY_POINTS } from "./entry-points.js";
import { hrefsFrom } from "./name-links.js";
import { operationsPage } from "./operations-page.js";
import { overviewPage } from "./overview-page.js";
import { readExports } from "./read-exports.js";

/** The reference of the packages, made of their docstrings: an overview, and a page for each entry point. */
export async function apiReferencePages(): Promise<Page[]> {
  const exports = readExports();
  const pages = ENTRY_POINTS.map((entry) => {
    const names = exports.get(entry.specifier) ?? [];
    const page = entry.page === "operations.html" ? operationsPage : entryPage;
    return page(entry, names, hrefsFrom(entry, exports));
  });
  return [overviewPage(exports), ...pages];
}
