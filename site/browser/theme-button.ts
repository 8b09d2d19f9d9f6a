import { chooseTheme, rememberedTheme } from "./theme-choice.js";

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
