import { remember, remembered } from "./memory.js";

const KEY = "theme";
export type Theme = "light" | "dark";

/** The theme that the reader chose, if any; without a choice the system's is used. */
export function rememberedTheme(): Theme | undefined {
  const value = remembered(KEY);
  return value === "light" || value === "dark" ? value : undefined;
}

/** Shows a theme and keeps the choice. */
export function chooseTheme(theme: Theme): void {
  document.documentElement.dataset["theme"] = theme;
  remember(KEY, theme);
}
