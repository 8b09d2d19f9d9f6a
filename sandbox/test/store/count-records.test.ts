import { expect, test } from "vitest";
import { defaultSeed } from "../../src/default-seed/index.js";
import { loadSeed } from "../../src/seed/load-seed.js";
import { countRecords } from "../../src/seed/to-seed.js";

test("counts the records of each list, and each kind of item by itself", () => {
  const seed = defaultSeed();
  const counts = countRecords(loadSeed(defaultSeed(), 0).store);
  const lists = Object.entries(seed).map(([name, list]) => [name, Array.isArray(list) ? list.length : undefined]);
  expect(counts).toEqual(Object.fromEntries(lists));
  expect(counts["files"]).not.toBe(counts["folders"]);
});
