/** Makes a marker: text that says nothing to whoever gets it, and everything to `readMarker`. */
export function markerOf(parts: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(parts)).toString("base64url");
}

/** Reads a marker, and gives undefined for a text that is none. */
export function readMarker(marker: string): readonly unknown[] | undefined {
  try {
    const parts: unknown = JSON.parse(Buffer.from(marker, "base64url").toString());
    return Array.isArray(parts) ? parts : undefined;
  } catch {
    return undefined;
  }
}
