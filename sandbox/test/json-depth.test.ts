import { expect, test } from "vitest";
import { isNestedDeeper } from "../src/http/read-request.js";

test("counts lists and objects inside each other, and not those beside each other", () => {
  const text = JSON.stringify({ a: [1, [2]], b: [{}, {}, {}] });
  expect(isNestedDeeper(text, 3)).toBe(false);
  expect(isNestedDeeper(text, 2)).toBe(true);
});

test("passes over what stands in strings, escapes included", () => {
  expect(isNestedDeeper(JSON.stringify({ '[[{"[': '\\"[[[\\' }), 1)).toBe(false);
  expect(isNestedDeeper('["\\\\",[]]', 1)).toBe(true);
});

test("takes a text that is not JSON and one that ends in a string", () => {
  expect(isNestedDeeper('"[[[', 1)).toBe(false);
  expect(isNestedDeeper("]]]}}[[", 1)).toBe(false);
  expect(isNestedDeeper("[".repeat(1_000_000), 200)).toBe(true);
});
