import { expect, test } from "vitest";
import { holds } from "../../../src/check/writes/holds.js";

test("an object may have more than was asked for, and not less", () => {
  expect(holds({ id: "1", role: "viewer" }, { role: "viewer" })).toBe(true);
  expect(holds({ role: "viewer" }, { role: "viewer", id: "1" })).toBe(false);
  expect(holds(undefined, { role: "viewer" })).toBe(false);
  expect(holds(null, null)).toBe(true);
});

test("a list has the same items in any order", () => {
  expect(holds(["b", "a"], ["a", "b"])).toBe(true);
  expect(holds(["a", "b", "c"], ["a", "b"])).toBe(false);
  expect(holds([{ key: "open", id: "1" }], [{ key: "open" }])).toBe(true);
});

test("a time is the same in another offset, and a text is not", () => {
  expect(holds("2026-03-01T10:00:00.000+02:00", "2026-03-01T08:00:00Z")).toBe(true);
  expect(holds("2026-03-01T10:00:00Z", "2026-03-01T08:00:00Z")).toBe(false);
  expect(holds("1", "01")).toBe(false);
});
