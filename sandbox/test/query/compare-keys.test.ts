import { expect, test } from "vitest";
import { compareKeys } from "../../src/query/keys.js";

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
