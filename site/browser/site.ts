// Runs on every page.
import { root } from "./globals.js";
import { startSampleTabs } from "./sample-tabs.js";
import { chooseTheme, rememberedTheme } from "./storage.js";

// The code below runs at once, so the scripts that it loads are remembered from here.
const loaded = new Map<string, Promise<void>>();

startThemeButton();
startMenu();
startSampleTabs();
startCopyButtons();

// The search and its index are loaded when somebody searches.
const search = async () => {
  await loadScript(`${root}assets/search-index.js`);
  await loadScript(`${root}assets/search.js`);
  document.dispatchEvent(new Event("search"));
};
for (const button of document.querySelectorAll(".search-button")) button.addEventListener("click", search);
addEventListener("keydown", (event) => {
  const typing = event.target instanceof Element && event.target.closest("input, textarea, select, dialog") !== null;
  const asked = (event.key === "/" && !typing) || (event.key === "k" && (event.ctrlKey || event.metaKey));
  if (!asked) return;
  event.preventDefault();
  void search();
});

if (document.querySelector(".try-it")) void loadScript(`${root}assets/try-it.js`);

/** On a narrow screen the list of pages is folded away behind a button. */
export function startMenu(): void {
  const button = document.querySelector(".menu-button");
  const menu = document.querySelector("#pages");
  button?.addEventListener("click", () => {
    const open = button.getAttribute("aria-expanded") !== "true";
    button.setAttribute("aria-expanded", String(open));
    menu?.classList.toggle("open", open);
  });
  addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || button?.getAttribute("aria-expanded") !== "true") return;
    button.setAttribute("aria-expanded", "false");
    menu?.classList.remove("open");
    if (button instanceof HTMLElement) button.focus();
  });
  // The page that is shown may be far down in a long list.
  const current = menu?.querySelector<HTMLElement>("[aria-current]");
  if (current && menu) menu.scrollTop = current.offsetTop - menu.clientHeight / 2;
}

/** Puts a button on every block of code that copies it, as it is shown. */
export function startCopyButtons(): void {
  for (const block of document.querySelectorAll("main pre")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy-button";
    button.textContent = "Copy";
    button.setAttribute("aria-label", "Copy the code");
    // A region that is announced: a changed label of a button with the focus is not, everywhere.
    const said = document.createElement("span");
    said.className = "said";
    said.setAttribute("role", "status");
    button.addEventListener("click", async () => {
      const copied = await copy(block.textContent ?? "");
      button.textContent = copied ? "Copied" : "Select and copy";
      said.textContent = copied ? "Copied" : "It could not be copied";
      if (!copied) getSelection()?.selectAllChildren(block);
      setTimeout(() => {
        button.textContent = "Copy";
        said.textContent = "";
      }, SHOWN_MS);
    });
    const frame = document.createElement("div");
    frame.className = "code";
    block.replaceWith(frame);
    frame.append(block, button, said);
  }
}

const SHOWN_MS = 2_000;

/** False where the browser does not allow it. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Lets the button at the top switch between the themes. It is pressed while the page is dark. */
export function startThemeButton(): void {
  const button = document.querySelector(".theme-button");
  const system = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (rememberedTheme() ?? (system.matches ? "dark" : "light")) === "dark";
  const show = () => button?.setAttribute("aria-pressed", String(isDark()));
  button?.addEventListener("click", () => {
    chooseTheme(button.getAttribute("aria-pressed") === "true" ? "light" : "dark");
    button.setAttribute("aria-pressed", String(document.documentElement.dataset["theme"] === "dark"));
  });
  system.addEventListener("change", show);
  show();
}

/** Runs a script of the site that not every reader needs. It rejects when the file is not there. */
export function loadScript(src: string): Promise<void> {
  const known = loaded.get(src);
  if (known !== undefined) return known;
  const promise = new Promise<void>((resolve, reject) => {
    const script = document.createElement("script");
    script.src = src;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`${src} did not load`));
    document.head.append(script);
  });
  loaded.set(src, promise);
  return promise;
}
