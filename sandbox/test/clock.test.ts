import { describe, expect, test } from "vitest";
import { createClock } from "../src/clock/clock.js";
import { formatTime, isClockTime, isExpired, isTime, readTime } from "../src/clock/time.js";

const START_MS = Date.UTC(2026, 0, 1);
const still = () => createClock(() => START_MS);

/** Whether a promise has ended by now. */
async function hasEnded(promise: Promise<unknown>): Promise<boolean> {
  return Promise.race([promise.then(() => true), new Promise<false>((resolve) => setImmediate(resolve, false))]);
}

test("follows its source and can be advanced", () => {
  let nowMs = START_MS;
  const clock = createClock(() => nowMs);
  clock.advance(1000);
  nowMs += 5;
  expect(clock.now()).toBe(START_MS + 1005);
});

test.each([-1, Number.NaN, Number.POSITIVE_INFINITY, 9e15])("cannot be moved by %s ms, and stays where it is", (ms) => {
  const clock = still();
  expect(() => clock.advance(ms)).toThrow(TypeError);
  expect(clock.now()).toBe(START_MS);
});

test.each([Number.NaN, 8.7e15, Number.NEGATIVE_INFINITY])("rejects a source that returns %s", (ms) => {
  expect(() => createClock(() => ms)).toThrow("now must return milliseconds since 1970");
});

test("ends a wait exactly at its time", async () => {
  const clock = still();
  const wait = clock.wait(1000);
  clock.advance(999);
  expect(await hasEnded(wait)).toBe(false);
  clock.advance(1);
  expect(await hasEnded(wait)).toBe(true);
});

test("ends waits in the order of their times", async () => {
  const clock = still();
  const ended: number[] = [];
  const waits = [300, 100, 200].map((ms) => clock.wait(ms).then(() => ended.push(ms)));
  clock.advance(1000);
  await Promise.all(waits);
  expect(ended).toEqual([100, 200, 300]);
});

test("reset undoes every move and ends all waits", async () => {
  const clock = still();
  clock.advance(86_400_000);
  const wait = clock.wait(1000);
  clock.reset();
  expect(clock.now()).toBe(START_MS);
  expect(await hasEnded(wait)).toBe(true);
});

test("set moves it to any time and ends all waits", async () => {
  const clock = still();
  const wait = clock.wait(1000);
  clock.set(START_MS - 1e9);
  expect(clock.now()).toBe(START_MS - 1e9);
  expect(await hasEnded(wait)).toBe(true);
});

test("close ends every wait, later ones as well", async () => {
  const clock = still();
  const before = clock.wait(1000);
  clock.close();
  expect(await hasEnded(before)).toBe(true);
  expect(await hasEnded(clock.wait(1000))).toBe(true);
});

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

describe("formatTime", () => {
  test.each([
    [WRITTEN_MS, "2026-03-04T08:00:00+00:00"],
    [WRITTEN_MS + 7, "2026-03-04T08:00:00.007+00:00"],
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
    expect(readTime(text, WRITTEN_MS)).toBe(WRITTEN_MS + ms);
  });

  test.each([
    ["2026-03-04T10:00:00+02:00", WRITTEN_MS],
    ["2026-03-04T08:00:00Z", WRITTEN_MS],
    // A leap second is over with the minute.
    ["2026-03-04T07:59:60Z", WRITTEN_MS],
    ["2026-03-04T08:59:60.25+01:00", WRITTEN_MS + 250],
    ["2026-03-04T08:00:00.0009Z", WRITTEN_MS],
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
    expect(readTime(text, WRITTEN_MS)).toBeNaN();
  });
});

test("a clock may show the year 9998, and what ends later may lie in 9999", () => {
  const end = Date.UTC(9999, 0, 1);
  expect([isClockTime(end - 1), isClockTime(end), isTime(end)]).toEqual([true, false, true]);
  expect([isTime(Date.UTC(10_000, 0, 1)), isTime(Number.NaN)]).toEqual([false, false]);
});

test("a record expires exactly at its time, and never without one", () => {
  const at = formatTime(WRITTEN_MS);
  const found = [isExpired(at, WRITTEN_MS - 1), isExpired(at, WRITTEN_MS), isExpired(null, WRITTEN_MS)];
  expect(found).toEqual([false, true, false]);
});
