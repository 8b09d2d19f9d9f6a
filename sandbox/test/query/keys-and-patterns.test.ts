import { expect, test } from "vitest";
import { likeMatcher } from "../../src/query/like-matcher.js";

test.each([
  ["", [""], ["a"]],
  ["%", ["", "a", "a\nb", "%"], []],
  ["_", ["a", "%", "\u{1f600}", "\n"], ["", "ab"]],
  ["_%_", ["ab", "abc", "\u{1f600}\u{1f600}"], ["a", "\u{1f600}"]],
  ["a%", ["a", "ab", "a%"], ["", "ba"]],
  ["a%b%c", ["abc", "axbxc", "abbcc", "abcbc"], ["acb", "ab", "abcd"]],
  ["[a]^$|(b)", ["[a]^$|(b)"], ["a"]],
  ["100\\%", ["100%"], ["100", "1000"]],
  ["\\a\\%%", ["a%", "a%x"], ["a", "\\a%"]],
])("the pattern %j matches %j and not %j [GC-7]", (pattern, matching, others) => {
  const matches = likeMatcher(pattern, false);
  expect(matching.filter((text) => !matches?.(text))).toEqual([]);
  expect(others.filter((text) => matches?.(text))).toEqual([]);
});

test.each([
  ["straße", "STRAßE", true],
  ["ΣΊΣΥΦΟΣ", "σίσυφοσ", true],
  ["%ж_", "МЖЪ", true],
  ["AZaz", "azAZ", true],
  ["@", "`", false],
  ["_", "İ", true],
])("without regard to case, %s against %s is %s [GC-7]", (pattern, text, expected) => {
  expect(likeMatcher(pattern, true)?.(text)).toBe(expected);
});

test.each(["\\", "a\\", "a\\\\\\", "%\\"])("a pattern must not end within an escape: %j", (pattern) => {
  expect(likeMatcher(pattern, false)).toBeUndefined();
});

test("many wildcards on a long text cost no more than length times length", () => {
  const text = "a".repeat(5_000);
  expect(likeMatcher(`${"%a".repeat(1_000)}b`, false)?.(text)).toBe(false);
  expect(likeMatcher(`${"%a".repeat(1_000)}%`, false)?.(text)).toBe(true);
  expect(likeMatcher(`${"%_".repeat(1_000)}%b%`, true)?.(text)).toBe(false);
  expect(likeMatcher(`${"%".repeat(100_000)}b`, false)?.(text)).toBe(false);
  expect(likeMatcher(`%${"a".repeat(500)}b`, false)?.(text)).toBe(false);
});
