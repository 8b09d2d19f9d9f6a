import { expect, test } from "vitest";
import { seededRandom } from "../../src/faults/seeded-random.js";

const numbers = (seed: number, count = 1000) => {
  const random = seededRandom(seed);
  return Array.from({ length: count }, random);
};

test("gives the same numbers for the same seed and others for another", () => {
  expect(numbers(7)).toEqual(numbers(7));
  expect(numbers(7)).not.toEqual(numbers(8));
});

test.each([0, 1, 4_294_967_295])("spreads the numbers of the seed %d evenly from 0 up to 1", (seed) => {
  const found = numbers(seed, 10_000);
  expect(found.every((number) => number >= 0 && number < 1)).toBe(true);
  const tenths = Array.from({ length: 10 }, (_, tenth) => found.filter((n) => Math.floor(n * 10) === tenth).length);
  expect(Math.min(...tenths)).toBeGreaterThan(850);
  expect(Math.max(...tenths)).toBeLessThan(1150);
});
