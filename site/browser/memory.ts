/** What was kept under a name. A browser may refuse to keep anything, which is no reason to fail. */
export function remembered(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a value under a name, if the browser allows it. */
export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Then the choice holds for this page.
  }
}
