import { expect, test } from "vitest";
import { compareKeys, instantOf } from "../../src/query/keys.js";

test("orders numbers by size", () => {
  expect([10, 9, -1, 100, 0.5].sort(compareKeys)).toEqual([-1, 0.5, 9, 10, 100]);
});

test("orders text by code points, a beginning before the whole", () => {
  const ordered = [
    "",
    "A",
    "Z",
    "a",
    "a\u{0}",
    "aa",
    "b",
    "é",
    "\u{d7ff}",
    "\u{e000}",
    "\u{ffff}",
    "\u{10000}",
    "\u{1f600}",
  ];
  expect(ordered.toReversed().sort(compareKeys)).toEqual(ordered);
  expect(compareKeys("x\u{1f600}", "x\u{1f601}")).toBeLessThan(0);
  expect(compareKeys("same", "same")).toBe(0);
});

test.each([
  ["1970-01-01T00:00:00Z", 0],
  ["1970-01-01T01:00:00+01:00", 0],
  ["1969-12-31T22:30:00.001-01:30", 1],
  ["2024-02-29T00:00:00Z", Date.UTC(2024, 1, 29)],
  ["2024-05-31T08:00:00.1239999Z", Date.UTC(2024, 4, 31, 8, 0, 0, 123)],
  ["0000-02-29T00:00:00Z", Date.parse("0000-02-29T00:00:00Z")],
])("%s is the instant %d", (text, instant) => {
  expect(instantOf(text)).toBe(instant);
});

test.each([
  "",
  "2024-05-31",
  "2024-05-31T08:00:00",
  "2024-05-31t08:00:00z",
  "2024-05-31T08:00Z",
  "2024-02-30T08:00:00Z",
  "1900-02-29T08:00:00Z",
  "2024-13-01T08:00:00Z",
  "2024-05-31T24:00:00Z",
  "2024-05-31T08:00:00+0200",
  "2024-05-31T08:00:00+99:00",
  "2024-05-31T08:00:00Z\n",
])("%j is no date-time", (text) => {
  expect(instantOf(text)).toBeUndefined();
});
