import { element } from "./element.js";
import { remember, remembered } from "./storage.js";

const KEY = "language";

/** Shows each group of samples as tabs, one per language. The chosen language applies to all pages. */
export function startSampleTabs(): void {
  const groups = [...document.querySelectorAll(".samples")].map(createTabs);
  const show = (language: string) => {
    for (const showIn of groups) showIn(language);
  };
  document.addEventListener("sample-language", (event) => {
    if (!(event instanceof CustomEvent) || typeof event.detail !== "string") return;
    show(event.detail);
    remember(KEY, event.detail);
  });
  show(remembered(KEY) ?? "");
}

/** Adds tabs above a group. Returns a function that selects a language, or the first tab for an unknown one. */
function createTabs(group: Element, groupIndex: number): (language: string) => void {
  const list = element("div", { class: "tabs", role: "tablist", "aria-label": "Language" });
  const panels = [...group.querySelectorAll<HTMLElement>(".sample")];
  const tabs = panels.map((panel, index) => {
    const id = `tab-${groupIndex}-${index}`;
    panel.id ||= `sample-${groupIndex}-${index}`;
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", id);
    // The tab has the same text.
    panel.querySelector("h3, h4")?.setAttribute("hidden", "");
    const attributes = { type: "button", id, role: "tab", "aria-controls": panel.id };
    const tab = element("button", attributes, panel.dataset["language"] ?? "");
    tab.addEventListener("click", () => select(tab.textContent));
    return tab;
  });
  list.append(...tabs);
  list.addEventListener("keydown", ({ key }) => {
    const step = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
    const from = tabs.findIndex((tab) => tab.matches(":focus"));
    const next = tabs.at((from + step) % tabs.length);
    if (step === 0 || next === undefined) return;
    next.focus();
    select(next.textContent);
  });
  group.prepend(list);
  return (language) => {
    const found = tabs.findIndex(({ textContent }) => textContent === language);
    const selected = Math.max(0, found);
    for (const [index, tab] of tabs.entries()) {
      tab.setAttribute("aria-selected", String(index === selected));
      tab.tabIndex = index === selected ? 0 : -1;
      panels[index]?.toggleAttribute("hidden", index !== selected);
    }
  };
}

function select(language: string | null): void {
  document.dispatchEvent(new CustomEvent("sample-language", { detail: language }));
}
