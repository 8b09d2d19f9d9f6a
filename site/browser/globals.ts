import type { SearchEntry } from "../search/find.js";

/** Global variables of the site. A page from a folder cannot load modules, so its scripts are classic scripts. */
declare global {
  /** The entries of the search, from `assets/search-entries.js`. */
  var searchEntries: readonly SearchEntry[] | undefined;
  /** The addresses of the sandbox, from `assets/sandbox.js`. Null without a sandbox server. */
  var sandboxAddress: { baseUrl: string; authUrl: string } | null | undefined;
}

/** The relative path from this page to the root of the site. */
export const root: string = document.querySelector<HTMLScriptElement>("script[data-root]")?.dataset["root"] ?? "";
