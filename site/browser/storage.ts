/** Where something is kept: for good, or until the tab is closed. */
type Place = "localStorage" | "sessionStorage";

/** What was kept under a name. A browser may refuse to keep anything, which is no reason to fail. */
export function remembered(key: string, place: Place = "localStorage"): string | null {
  try {
    return globalThis[place].getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a value under a name, if the browser allows it. */
export function remember(key: string, value: string, place: Place = "localStorage"): void {
  try {
    globalThis[place].setItem(key, value);
  } catch {
    // Then the choice holds for this page.
  }
}

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
