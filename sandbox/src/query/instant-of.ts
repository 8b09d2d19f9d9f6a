/**
 * The instant of a date-time after RFC 3339, in milliseconds since 1970, or nothing when the text is none. Digits after
 * the milliseconds are dropped.
 */
export function instantOf(text: string): number | undefined {
  const match = DATE_TIME.exec(text);
  if (match === null) return undefined;
  const [, year, month, day] = match;
  if (Number(day) > daysIn(Number(year), Number(month))) return undefined;
  const instant = Date.parse(text);
  return Number.isNaN(instant) ? undefined : instant;
}

// The hour 24 is in ISO 8601 and in Date.parse, but not in RFC 3339.
const DATE_TIME = /^(\d{4})-(\d{2})-(\d{2})T(?:[01]\d|2[0-3]):\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;

/** Date.parse takes any day up to 31 and moves the 30th of February to March. */
function daysIn(year: number, month: number): number {
  // Years below 100 would be read as of the 20th century; 400 years on, the calendar is the same.
  return new Date(Date.UTC(year + 400, month, 0)).getUTCDate();
}
