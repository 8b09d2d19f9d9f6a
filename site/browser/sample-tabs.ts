import { remember, remembered } from "./storage.js";

const KEY = "language";

/** Makes tabs of the samples that stand below each other, one for each language. The choice holds for all pages. */
export function startSampleTabs(): void {
  const groups = [...document.querySelectorAll(".samples")].map(tabsOf);
  const choose = (language: string) => {
    for (const show of groups) show(language);
    remember(KEY, language);
  };
  document.addEventListener("sample-language", (event) => {
    if (event instanceof CustomEvent && typeof event.detail === "string") choose(event.detail);
  });
  const language = remembered(KEY);
  for (const show of groups) show(language ?? "");
}

let groups = 0;

/** Puts a list of tabs above a group, and gives what shows one of them: the first, for a language that it has not. */
function tabsOf(group: Element): (language: string) => void {
  groups += 1;
  const list = document.createElement("div");
  list.className = "tabs";
  list.setAttribute("role", "tablist");
  list.setAttribute("aria-label", "Language");
  const panels = [...group.querySelectorAll<HTMLElement>(".sample")];
  const tabs = panels.map((panel, index) => {
    const tab = document.createElement("button");
    tab.type = "button";
    tab.textContent = panel.dataset["language"] ?? "";
    tab.id = `tab-${groups}-${index}`;
    panel.id ||= `sample-${groups}-${index}`;
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-controls", panel.id);
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", tab.id);
    // The tab says the same.
    panel.querySelector("h3, h4")?.setAttribute("hidden", "");
    tab.addEventListener("click", () => announce(tab.textContent));
    list.append(tab);
    return tab;
  });
  list.addEventListener("keydown", ({ key }) => {
    const step = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
    const from = tabs.findIndex((tab) => tab.matches(":focus"));
    const next = tabs.at((from + step) % tabs.length);
    if (step === 0 || next === undefined) return;
    next.focus();
    announce(next.textContent);
  });
  group.prepend(list);
  return (language) => {
    const wanted = Math.max(
      0,
      tabs.findIndex(({ textContent }) => textContent === language),
    );
    for (const [index, tab] of tabs.entries()) {
      tab.setAttribute("aria-selected", String(index === wanted));
      tab.tabIndex = index === wanted ? 0 : -1;
      panels[index]?.toggleAttribute("hidden", index !== wanted);
    }
  };
}

function announce(language: string | null): void {
  document.dispatchEvent(new CustomEvent("sample-language", { detail: language }));
}
