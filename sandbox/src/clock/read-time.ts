import { isDateTime } from "content-service-contract";
import { instantMs } from "./time.js";

/**
 * Parses a date-time as the contract does, or a duration from `startMs` such as `P30D` or `-PT1H`: the one rule for all times of
 * requests and seeds. NaN for an invalid time, and for one outside of the years 0 to 9999, which `formatTime` needs.
 */
export function readTime(text: string, startMs = Number.NaN): number {
  const ms = parseTime(text, startMs);
  return ms >= FIRST_MS && ms <= LAST_MS ? ms : Number.NaN;
}

/** Whether a sandbox can have a time. Tokens of the year 9999 would expire in the year 10000. */
export function isClockTime(ms: unknown): ms is number {
  return typeof ms === "number" && ms >= FIRST_MS && ms < LAST_CLOCK_MS;
}

function parseTime(text: string, startMs: number): number {
  const duration = DURATION.exec(text);
  if (duration === null) return isDateTime(text) ? instantMs(text) : Number.NaN;
  const [, sign, days = 0, hours = 0, minutes = 0, seconds = 0] = duration;
  const ms = (((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return sign === "-" ? startMs - ms : startMs + ms;
}

const DURATION = /^(-?)P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;
const FIRST_MS = Date.parse("0000-01-01T00:00:00Z");
const LAST_MS = Date.parse("9999-12-31T23:59:59.999Z");
const LAST_CLOCK_MS = Date.UTC(9999, 0, 1);
