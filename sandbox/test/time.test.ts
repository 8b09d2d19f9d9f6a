import { describe, expect, test } from "vitest";
import { formatTime, isClockTime, isExpired, isTime, readTime } from "../src/clock/time.js";

const START_MS = Date.UTC(2026, 2, 4, 8);

describe("formatTime", () => {
  test.each([
    [START_MS, "2026-03-04T08:00:00+00:00"],
    [START_MS + 7, "2026-03-04T08:00:00.007+00:00"],
    [0, "1970-01-01T00:00:00+00:00"],
  ])("writes %d with an offset, and milliseconds only where there are some", (ms, text) => {
    expect(formatTime(ms)).toBe(text);
    expect(readTime(text, 0)).toBe(ms);
  });
});

describe("readTime", () => {
  test.each([
    ["PT0S", 0],
    ["P30D", 30 * 86_400_000],
    ["PT1H2M3S", 3_723_000],
    ["-P1DT12H", -129_600_000],
  ])("reads %s from the start", (text, ms) => {
    expect(readTime(text, START_MS)).toBe(START_MS + ms);
  });

  test.each([
    ["2026-03-04T10:00:00+02:00", START_MS],
    ["2026-03-04T08:00:00Z", START_MS],
    // A leap second is over with the minute.
    ["2026-03-04T07:59:60Z", START_MS],
    ["2026-03-04T08:59:60.25+01:00", START_MS + 250],
    ["2026-03-04T08:00:00.0009Z", START_MS],
    ["0000-01-01T00:00:00Z", Date.parse("0000-01-01T00:00:00Z")],
  ])("reads %s wherever it starts", (text, ms) => {
    expect(readTime(text, 5)).toBe(ms);
  });

  test.each([
    "2026-02-30T00:00:00Z",
    "2026-01-01T25:00:00Z",
    "9999-12-31T23:59:59-23:00",
    "P99999999D",
    `P${"9".repeat(400)}D`,
  ])("gives NaN for %s, which is invalid or cannot be written", (text) => {
    expect(readTime(text, START_MS)).toBeNaN();
  });
});

test("a clock may show the year 9998, and what ends later may lie in 9999", () => {
  const end = Date.UTC(9999, 0, 1);
  expect([isClockTime(end - 1), isClockTime(end), isTime(end)]).toEqual([true, false, true]);
  expect([isTime(Date.UTC(10_000, 0, 1)), isTime(Number.NaN)]).toEqual([false, false]);
});

test("a record expires exactly at its time, and never without one", () => {
  const at = formatTime(START_MS);
  const found = [isExpired(at, START_MS - 1), isExpired(at, START_MS), isExpired(null, START_MS)];
  expect(found).toEqual([false, true, false]);
});
