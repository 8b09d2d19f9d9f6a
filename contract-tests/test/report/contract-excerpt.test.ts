import { type Json, loadContract } from "content-service-contract";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { smallContract } from "../../../contract/test/support/small-contract.js";
import { contractExcerpt, yamlLines } from "../../src/report/contract-excerpt.js";

const words = (pointer: string, maxLines = 20) => contractExcerpt(smallContract, pointer, { maxLines });

describe("an excerpt of the contract", () => {
  test("is the schema around a keyword, with the keyword marked", () => {
    expect(words("/components/schemas/CrateFields/properties/name/maxLength")).toEqual({
      pointer: "/components/schemas/CrateFields/properties/name",
      lines: [
        { text: "name:", marked: false },
        { text: "  type: string", marked: false },
        { text: "  maxLength: 8", marked: true },
      ],
      linesLeft: 0,
      description: undefined,
    });
  });

  test("is the place itself for a pointer to an object, with its description", () => {
    const found = words("/components/responses/TooMany");
    expect(found?.description).toBe("Too many requests.");
    expect(found?.lines.map(({ text }) => text).slice(0, 4)).toEqual([
      "TooMany:",
      "  headers:",
      "    Retry-After:",
      "      required: true",
    ]);
  });

  test("has the nearest description above, but not a property named description", () => {
    const found = contractExcerpt(loadContract(), "/components/schemas/FileUpdate/properties/description/type", {
      maxLines: 9,
    });
    expect(found?.description).toMatch(/^[A-Z].*\.$/s);
    expect(words("/paths/~1crates/get/responses/200/content")?.description).toBe("Crates.");
  });

  test("is limited, and counts the omitted lines", () => {
    const found = words("/paths", 5);
    expect([found?.lines.length, (found?.linesLeft ?? 0) > 5]).toEqual([5, true]);
  });

  test("is undefined for a pointer that leads nowhere", () => {
    expect(words("/no/such/place")).toBeUndefined();
  });
});

test.each<[Json]>([
  [{ a: "true", b: "- x", c: "x: y", d: "", e: " x", f: "1", g: "a#b", h: "null", i: "it's", j: 'say "x"', k: "a\nb" }],
  [{ "/paths/{id}": { "200": ["a, b", 1, null, true], list: [{ a: [[1], { b: 2 }] }, {}], empty: [], "x y": {} } }],
  [[{ $ref: "#/a", more: 1 }, "^[0-9]+$", -1.5e300]],
  ["[odd]"],
])("YAML parses to the same value: %j", (value) => {
  expect(parse(yamlLines(value, { maxDepth: 20 }).join("\n"))).toEqual(value);
});
