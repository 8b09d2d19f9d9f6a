import { expect, test } from "vitest";
import { createClock } from "../src/clock/clock.js";
import { readTime } from "../src/clock/read-time.js";
import { formatTime } from "../src/clock/time.js";

async function hasEnded(promise: Promise<unknown>): Promise<boolean> {
  return Promise.race([promise.then(() => true), new Promise<false>((resolve) => setImmediate(resolve, false))]);
}

test("without a source it uses the time of the machine, and waits end by themselves or by a move", async () => {
  const clock = createClock();
  expect(Math.abs(clock.now() - Date.now())).toBeLessThan(60_000);
  await clock.wait(2);
  // Longer than a timer of Node can be; with a timer cut short it would end at once.
  const years = clock.wait(1e11);
  expect(await hasEnded(years)).toBe(false);
  clock.advance(1e11);
  expect(await hasEnded(years)).toBe(true);
});

const WRITTEN_MS = Date.UTC(2026, 2, 4, 8);

test.each([
  [WRITTEN_MS, "2026-03-04T08:00:00+00:00"],
  [WRITTEN_MS + 7, "2026-03-04T08:00:00.007+00:00"],
  [0, "1970-01-01T00:00:00+00:00"],
])("formatTime writes %d with an offset, and milliseconds only where there are some", (ms, text) => {
  expect(formatTime(ms)).toBe(text);
  expect(readTime(text, 0)).toBe(ms);
});

const invalid = (text: string): [string, number] => [text, Number.NaN];
test.each<[text: string, ms: number]>([
  ["P30D", WRITTEN_MS + 30 * 86_400_000],
  ["PT1H2M3S", WRITTEN_MS + 3_723_000],
  ["-P1DT12H", WRITTEN_MS - 129_600_000],
  ["2026-03-04T10:00:00+02:00", WRITTEN_MS],
  // A leap second is over with the minute, and is the last one of a day in UTC.
  ["2016-12-31T15:59:60.25-08:00", Date.UTC(2017, 0, 1) + 250],
  ["2026-03-04T08:00:00.0009Z", WRITTEN_MS],
  ["2026-03-04t08:00:00.1234567890z", WRITTEN_MS + 123],
  ["0000-01-01T00:00:00Z", Date.parse("0000-01-01T00:00:00Z")],
  ...["", "2026-05-31", "2026-05-31T08:00:00", "2026-05-31T08:00:00+0200", "2026-05-31T08:00:00Z\n"].map(invalid),
  ...["2026-02-30T00:00:00Z", "2026-05-31T24:00:00Z", "2036-06-30T10:00:60Z", "9999-12-31T23:59:60Z"].map(invalid),
  ...["2026-01-01T25:00:00Z", "9999-12-31T23:59:59-23:00", `P${"9".repeat(400)}D`].map(invalid),
])("readTime reads %s from the start as %d, NaN for what is invalid or cannot be written", (text, ms) => {
  expect(readTime(text, WRITTEN_MS)).toBe(ms);
});
