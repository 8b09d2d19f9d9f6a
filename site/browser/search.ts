import MiniSearch, { type SearchResult } from "minisearch";
import { SEARCH_OPTIONS } from "../search-options.js";
import { root } from "./globals.js";

const index = MiniSearch.loadJSON(globalThis.searchIndex ?? "", SEARCH_OPTIONS);
const { dialog, input, status, list } = searchDialog();
document.body.append(dialog);
document.addEventListener("search", () => {
  if (!dialog.open) dialog.showModal();
  input.select();
});

input.addEventListener("input", () => {
  const words = input.value.trim();
  const found = index.search(words);
  list.replaceChildren(...found.slice(0, MOST).map(resultItem));
  status.textContent =
    words === ""
      ? ""
      : found.length === 0
        ? `Nothing found for “${words}”`
        : found.length > MOST
          ? `The best ${MOST} of ${found.length} results`
          : `${found.length} results`;
});

// The keys go up and down through the results, and Enter in the field opens the first one.
dialog.addEventListener("keydown", (event) => {
  const links = [...list.querySelectorAll("a")];
  const at = links.findIndex((link) => link.matches(":focus"));
  // The field would only empty itself.
  if (event.key === "Escape") dialog.close();
  else if (event.key === "ArrowDown") links[Math.min(at + 1, links.length - 1)]?.focus();
  else if (event.key === "ArrowUp") (links[at - 1] ?? input).focus();
  else if (event.key === "Enter" && document.activeElement === input) links[0]?.click();
  else return;
  event.preventDefault();
});
// A click beside the dialog closes it, and so does one on a result of this page.
dialog.addEventListener("click", ({ target }) => {
  if (target === dialog || (target instanceof Element && target.closest("a"))) dialog.close();
});

const MOST = 12;

function resultItem(result: SearchResult): HTMLLIElement {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = `${root}${String(result.id)}`;
  for (const name of ["title", "page", "excerpt"]) {
    const part = document.createElement("span");
    part.className = `result-${name}`;
    part.textContent = String(result[name] ?? "");
    link.append(part);
  }
  item.append(link);
  return item;
}

function searchDialog() {
  const made = document.createElement("dialog");
  made.className = "search";
  made.setAttribute("aria-label", "Search");
  const field = document.createElement("input");
  field.type = "search";
  field.placeholder = "Search guides, operations and the package";
  field.setAttribute("aria-label", "Search");
  field.autocomplete = "off";
  field.spellcheck = false;
  const said = document.createElement("p");
  said.setAttribute("role", "status");
  const results = document.createElement("ol");
  made.append(field, said, results);
  return { dialog: made, input: field, status: said, list: results };
}
