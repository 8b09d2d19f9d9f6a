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

export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...content: (string | Node)[]
): HTMLElementTagNameMap[Name] {
  const created = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) created.setAttribute(key, value);
  created.append(...content);
  return created;
}

/** Until the reader clears it, or until the tab is closed. */
type StorageName = "localStorage" | "sessionStorage";

/** The stored value of a key. Null if the browser does not allow storage. */
export function remembered(key: string, storage: StorageName = "localStorage"): string | null {
  try {
    return globalThis[storage].getItem(key);
  } catch {
    return null;
  }
}

/** Stores a value, or removes it with null, if the browser allows it. */
export function remember(key: string, value: string | null, storage: StorageName = "localStorage"): void {
  try {
    if (value === null) globalThis[storage].removeItem(key);
    else globalThis[storage].setItem(key, value);
  } catch {
    // The value applies to this page only.
  }
}

/** The value of a JSON text; undefined for invalid JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
