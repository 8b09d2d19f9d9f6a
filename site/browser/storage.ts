/** Until the reader clears it, or until the tab is closed. */
type StorageName = "localStorage" | "sessionStorage";

/** The stored value of a key. Null if the browser does not allow storage. */
export function remembered(key: string, storage: StorageName = "localStorage"): string | null {
  try {
    return globalThis[storage].getItem(key);
  } catch {
    return null;
  }
}

/** Stores a value, or removes it with null, if the browser allows it. */
export function remember(key: string, value: string | null, storage: StorageName = "localStorage"): void {
  try {
    if (value === null) globalThis[storage].removeItem(key);
    else globalThis[storage].setItem(key, value);
  } catch {
    // The value applies to this page only.
  }
}
