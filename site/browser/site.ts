// What every page does, once it is there.
import { startCopyButtons } from "./copy-buttons.js";
import { root } from "./globals.js";
import { loadScript } from "./load-script.js";
import { startMenu } from "./menu.js";
import { startSampleTabs } from "./sample-tabs.js";
import { startThemeButton } from "./theme-button.js";

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
