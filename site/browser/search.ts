import type { Piece } from "../search/excerpt.js";
import { createSearch, type Found, type FoundGroup } from "../search/find.js";
import { element, root } from "./page.js";

/** The results of a group that show at first. */
const SHOWN = 4;
const find = createSearch(globalThis.searchEntries ?? []);
// `site.ts` makes the dialog: a field, a status and the place of the results.
const dialog = document.querySelector<HTMLDialogElement>("dialog.search") ?? element("dialog");
const [input, status, results] = dialog.children as unknown as [HTMLInputElement, HTMLElement, HTMLElement];
showResults();
input.addEventListener("input", showResults);

function showResults(): void {
  const typed = input.value.trim();
  const { notice, groups } = find(typed);
  results.replaceChildren(...groups.map(groupSection));
  const count = groups.reduce((sum, group) => sum + group.results.length, 0);
  const said = count === 0 ? `No results for “${typed}”` : `Results: ${count}`;
  if (notice === undefined) status.replaceChildren(typed === "" ? "" : said);
  else status.replaceChildren(`${notice.text} `, element("a", { href: `${root}${notice.id}` }, notice.title));
}

// The arrow keys move through the results, and Enter in the field opens the first one.
dialog.addEventListener("keydown", (event) => {
  const all = [...dialog.querySelectorAll<HTMLElement>("p a, li a, summary")];
  const stops = all.filter((stop) => stop.checkVisibility());
  const at = stops.findIndex((stop) => stop.matches(":focus"));
  // By default, Escape only clears the field.
  if (event.key === "Escape") dialog.close();
  else if (event.key === "ArrowDown") stops[Math.min(at + 1, stops.length - 1)]?.focus();
  else if (event.key === "ArrowUp") (stops[at - 1] ?? input).focus();
  else if (event.key === "Enter" && document.activeElement === input) stops[0]?.click();
  else return;
  event.preventDefault();
});
// A click outside the dialog closes it, and so does a click on a result, which can be on this page.
dialog.addEventListener("click", ({ target }) => {
  if (target === dialog || (target instanceof Element && target.closest("a"))) dialog.close();
});

if (dialog.hasAttribute("data-enter")) dialog.querySelector<HTMLElement>("p a, li a")?.click();

/** The results of a part: the first ones, and the others folded. */
function groupSection({ part, results: found }: FoundGroup): HTMLElement {
  const items = found.map(resultItem);
  const others = items.splice(SHOWN);
  const section = element("section", {}, element("h2", {}, part), element("ol", {}, ...items));
  const summary = element("summary", {}, `${others.length} more in ${part}`);
  if (others.length > 0) section.append(element("details", {}, summary, element("ol", {}, ...others)));
  return section;
}

function resultItem({ id, title, heading, excerpt }: Found): HTMLLIElement {
  const link = element(
    "a",
    { href: `${root}${id}` },
    element("span", { class: "result-title" }, ...title.map(pieceNode)),
    element("span", { class: "result-page" }, heading),
    element("span", { class: "result-excerpt" }, ...excerpt.map(pieceNode)),
  );
  return element("li", {}, link);
}

function pieceNode({ text, marked }: Piece): string | HTMLElement {
  return marked ? element("mark", {}, text) : text;
}
