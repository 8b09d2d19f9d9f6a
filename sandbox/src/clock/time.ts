/** Formats a time for the contract, such as `2026-03-04T08:00:00+00:00`. */
export function formatTime(ms: number): string {
  return new Date(ms).toISOString().replace(/(\.000)?Z$/, "+00:00");
}

/**
 * Reads a valid date-time in milliseconds since 1970: further digits are ignored, and a leap second is the second after it, as
 * on a machine.
 */
export function instantMs(text: string): number {
  const leap = /^(.{16}):60(?=[.Zz+-])/s.exec(text);
  return leap === null ? Date.parse(text) : Date.parse(text.replace(leap[0], `${leap[1]}:59`)) + 1000;
}

/** Whether a time is at or before now. Null never expires. */
export function isExpired(time: string | null, nowMs: number): boolean {
  return time !== null && instantMs(time) <= nowMs;
}
