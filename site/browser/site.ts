// Runs on every page.
import { withCopyButton } from "./copy-button.js";
import { element, remember, remembered, root } from "./page.js";

// Declared first, because the statements below load scripts.
const loaded = new Map<string, Promise<void>>();

startMenu();
// The chosen language of the samples applies to all pages.
for (const choice of document.querySelectorAll<HTMLInputElement>("[name=language]")) {
  if (choice.value === remembered("language")) choice.checked = true;
  choice.addEventListener("change", () => remember("language", choice.value));
}
for (const block of document.querySelectorAll("main pre")) withCopyButton(block);

// The search and its entries are loaded at the first search. The field takes what is typed meanwhile.
const input = element("input", {
  type: "search",
  placeholder: "Search guides, operations, options and errors",
  "aria-label": "Search",
  autocomplete: "off",
  spellcheck: "false",
});
// On the page for addresses that do not exist, start with the words of the address.
if (document.querySelector("[data-query=address]")) input.value = wordsOf(location.pathname);
const status = element("p", { role: "status" });
const dialog = element("dialog", { class: "search", "aria-label": "Search" }, input, status, element("div"));
document.body.append(dialog);
// `search.ts` opens the first result for an Enter before it runs.
input.addEventListener("keydown", ({ key }) => dialog.toggleAttribute("data-enter", key === "Enter"));
const search = () => {
  if (!dialog.open) dialog.showModal();
  input.select();
  Promise.all(["search-entries", "search"].map((name) => loadScript(`${root}assets/${name}.js`))).catch(
    ({ message }: Error) => status.replaceChildren(message),
  );
};
for (const button of document.querySelectorAll(".search-button")) button.addEventListener("click", search);
addEventListener("keydown", (event) => {
  const isTyping = event.target instanceof Element && event.target.closest("input, textarea, select, dialog") !== null;
  const isSearch = (event.key === "/" && !isTyping) || (event.key === "k" && (event.ctrlKey || event.metaKey));
  if (!isSearch) return;
  event.preventDefault();
  search();
});

if (document.querySelector(".try-it")) void loadScript(`${root}assets/try-it.js`);
// The client is loaded at the first run.
const runButton = document.querySelector(".run button");
runButton?.addEventListener("click", () => loadScript(`${root}assets/run.js`), { once: true });
// No heading can have this attribute, as it can have an id.
if (document.querySelector("[data-inspector]")) void loadScript(`${root}assets/inspector.js`);

function wordsOf(path: string): string {
  const [last = ""] = decodeURIComponent(path).split("/").slice(-1);
  return last.replace(/\.\w+$/, "").replace(/[^\p{L}\p{N}]+/gu, " ");
}

/** On a narrow screen, a button opens the list of pages. */
function startMenu(): void {
  const button = document.querySelector(".menu-button");
  const menu = document.querySelector("#site-pages");
  button?.addEventListener("click", () => {
    const open = button.getAttribute("aria-expanded") !== "true";
    button.setAttribute("aria-expanded", String(open));
    menu?.classList.toggle("open", open);
    showCurrent();
  });
  addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || button?.getAttribute("aria-expanded") !== "true") return;
    button.setAttribute("aria-expanded", "false");
    menu?.classList.remove("open");
    if (button instanceof HTMLElement) button.focus();
  });
  // The current page can be far down in a long list.
  function showCurrent(): void {
    const current = menu?.querySelector<HTMLElement>("[aria-current]");
    if (current && menu) menu.scrollTop = current.offsetTop - menu.clientHeight / 2;
  }
  showCurrent();
}

function loadScript(src: string): Promise<void> {
  const known = loaded.get(src);
  if (known !== undefined) return known;
  const promise = new Promise<void>((resolve, reject) => {
    const script = element("script", { src });
    // In the order of the calls.
    script.async = false;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`Cannot load ${src}`));
    document.head.append(script);
  });
  loaded.set(src, promise);
  return promise;
}
