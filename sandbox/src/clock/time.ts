/** Formats a time for the contract, such as `2026-03-04T08:00:00+00:00`. */
export function formatTime(ms: number): string {
  return new Date(ms).toISOString().replace(/(\.000)?Z$/, "+00:00");
}

/**
 * Parses a date-time, or a duration from `startMs` such as `P30D` or `-PT1H`. NaN for an invalid time, and for one outside of
 * the years 0 to 9999, which `formatTime` needs.
 */
export function readTime(text: string, startMs: number): number {
  const ms = parseTime(text, startMs);
  return ms >= FIRST_MS && ms <= LAST_MS ? ms : Number.NaN;
}

/** Whether a text is a duration such as `P30D`. */
export function isDuration(text: string): boolean {
  return DURATION.test(text);
}

/** Whether a sandbox can have a time. Tokens of the year 9999 would expire in the year 10000. */
export function isClockTime(ms: number): boolean {
  return ms >= FIRST_MS && ms < LAST_CLOCK_MS;
}

/**
 * Reads a date-time in milliseconds since 1970, the one rule for all times: further digits are ignored, and a leap second is
 * the second after it, as on a machine. NaN for other text.
 */
export function instantMs(text: string): number {
  const leap = /^(.{16}):60(?=[.Zz+-])/s.exec(text);
  return leap === null ? Date.parse(text) : Date.parse(text.replace(leap[0], `${leap[1]}:59`)) + 1000;
}

function parseTime(text: string, startMs: number): number {
  const duration = DURATION.exec(text);
  if (duration === null) return isDay(text.slice(0, 10)) ? instantMs(text) : Number.NaN;
  const [, sign, days = 0, hours = 0, minutes = 0, seconds = 0] = duration;
  const ms = (((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return sign === "-" ? startMs - ms : startMs + ms;
}

/** Whether a day such as `2026-02-28` exists. `Date.parse` reads 30 February as 2 March. */
export function isDay(text: string): boolean {
  const ms = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}

/** Whether a time is at or before now. Null never expires. */
export function isExpired(time: string | null, nowMs: number): boolean {
  return time !== null && instantMs(time) <= nowMs;
}

const DURATION = /^(-?)P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;
const FIRST_MS = Date.parse("0000-01-01T00:00:00Z");
const LAST_MS = Date.parse("9999-12-31T23:59:59.999Z");
const LAST_CLOCK_MS = Date.UTC(9999, 0, 1);
