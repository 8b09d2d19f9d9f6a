/** Writes a time as the contract wants it, such as `2026-03-04T08:00:00+00:00`. */
export function formatTime(ms: number): string {
  return new Date(ms).toISOString().replace(/(\.000)?Z$/, "+00:00");
}

/** The time that a text names: a date-time, or a duration from `startMs` such as `P30D` or `-PT1H`. */
export function readTime(text: string, startMs: number): number {
  const duration = DURATION.exec(text);
  if (duration === null) return Date.parse(text);
  const [, sign, days, hours, minutes, seconds] = duration;
  const ms =
    (((Number(days ?? 0) * 24 + Number(hours ?? 0)) * 60 + Number(minutes ?? 0)) * 60 + Number(seconds ?? 0)) * 1000;
  return sign === "-" ? startMs - ms : startMs + ms;
}

/** Whether a time that may be null lies at or before now. */
export function isOver(time: string | null, nowMs: number): boolean {
  return time !== null && Date.parse(time) <= nowMs;
}

const DURATION = /^(-?)P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;
