import MiniSearch, { type SearchResult } from "minisearch";
import { SEARCH_OPTIONS } from "../page/search-options.js";
import { element } from "./element.js";
import { root } from "./globals.js";

const index = MiniSearch.loadJSON(globalThis.searchIndex ?? "", SEARCH_OPTIONS);
const input = element("input", {
  type: "search",
  placeholder: "Search guides, operations and the package",
  "aria-label": "Search",
  autocomplete: "off",
  spellcheck: "false",
});
const status = element("p", { role: "status" });
const list = element("ol");
const dialog = element("dialog", { class: "search", "aria-label": "Search" }, input, status, list);
document.body.append(dialog);
document.addEventListener("search", () => {
  if (!dialog.open) dialog.showModal();
  input.select();
});

input.addEventListener("input", () => {
  const words = input.value.trim();
  const found = index.search(words);
  list.replaceChildren(...found.slice(0, MAX_RESULTS).map(resultItem));
  status.textContent = words === "" ? "" : resultCount(found.length, words);
});

// The arrow keys move through the results, and Enter in the field opens the first one.
dialog.addEventListener("keydown", (event) => {
  const links = [...list.querySelectorAll("a")];
  const at = links.findIndex((link) => link.matches(":focus"));
  // By default, Escape only clears the field.
  if (event.key === "Escape") dialog.close();
  else if (event.key === "ArrowDown") links[Math.min(at + 1, links.length - 1)]?.focus();
  else if (event.key === "ArrowUp") (links[at - 1] ?? input).focus();
  else if (event.key === "Enter" && document.activeElement === input) links[0]?.click();
  else return;
  event.preventDefault();
});
// A click outside the dialog closes it, and so does a click on a result, which can be on this page.
dialog.addEventListener("click", ({ target }) => {
  if (target === dialog || (target instanceof Element && target.closest("a"))) dialog.close();
});

const MAX_RESULTS = 12;

function resultCount(count: number, words: string): string {
  if (count === 0) return `No results for “${words}”`;
  return count > MAX_RESULTS ? `The first ${MAX_RESULTS} of ${count} results` : `${count} results`;
}

function resultItem(result: SearchResult): HTMLLIElement {
  const parts = ["title", "page", "excerpt"].map((name) =>
    element("span", { class: `result-${name}` }, String(result[name] ?? "")),
  );
  return element("li", {}, element("a", { href: `${root}${String(result.id)}` }, ...parts));
}
