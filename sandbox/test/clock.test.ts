import { expect, test } from "vitest";
import { createClock } from "../src/clock/clock.js";

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
