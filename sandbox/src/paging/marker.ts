/** Makes a marker: text that says nothing to whoever gets it, and everything to `readMarker`. */
export function markerOf(parts: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(parts)).toString("base64url");
}

/** Reads a marker, and gives undefined for a text that is none. */
export function readMarker(marker: string): readonly unknown[] | undefined {
  try {
    const parts: unknown = JSON.parse(Buffer.from(marker, "base64url").toString());
    // Decoding is lenient: only what `markerOf` has written reads back the same.
    return Array.isArray(parts) && markerOf(parts) === marker ? parts : undefined;
  } catch {
    return undefined;
  }
}

/**
 * A marker that leads where another one does and is none that was there before: a client that gets a marker twice takes
 * the list for one without an end. `sent` is the marker with which the page was asked for.
 */
export function freshMarker(marker: string, sent: string | undefined): string {
  const before = sent === undefined ? undefined : readMarker(sent)?.at(-1);
  const count = typeof before === "object" && before !== null && "empty" in before ? Number(before.empty) : 0;
  return markerOf([...(readMarker(marker) ?? []), { empty: count + 1 }]);
}
