/** What scripts of the site leave for each other: they are classic scripts, since a page in a folder loads no modules. */
declare global {
  /** The index of the search, as text; `assets/search-index.js` sets it. */
  var searchIndex: string | undefined;
  /** Where the sandbox is; `assets/sandbox.js` sets it. Null when none is behind the site. */
  var sandboxAddress: { baseUrl: string; authUrl: string } | null | undefined;
}

/** The way from this page to the root of the site. */
export const root: string = document.querySelector<HTMLScriptElement>("script[data-root]")?.dataset["root"] ?? "";
