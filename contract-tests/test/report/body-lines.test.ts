import { describe, expect, test } from "vitest";
import { bodyLines } from "../../src/report/body-lines.js";

const show = (body: string, invalidAt?: string, maxLines = 100) =>
  bodyLines(body, { invalidAt, maxLines, maxLineCharacters: 60 }).map(({ text, kind }) =>
    kind === "plain" ? text : `${text} <${kind}>`,
  );

describe("a body", () => {
  test("is indented, with the violation marked", () => {
    expect(show('{"a":{"b/c":[1,"x"]},"d":null,"e":[],"f":{}}', "/a/b~1c/1")).toEqual([
      "{",
      '  "a": {',
      '    "b/c": [',
      "      1,",
      '      "x" <invalid>',
      "    ]",
      "  },",
      '  "d": null,',
      '  "e": [],',
      '  "f": {}',
      "}",
    ]);
  });

  test("shows where something is missing, also in an empty object", () => {
    expect(show('{"a":1}', "/b")).toEqual(["{", '  "b": … <missing>', '  "a": 1', "}"]);
    expect(show("{}", "/b")).toEqual(["{", '  "b": … <missing>', "}"]);
  });

  test("marks the whole of an invalid object, and nothing when the violation is elsewhere", () => {
    expect(show('{"a":{"b":1}}', "/a")).toEqual(["{", '  "a": { <invalid>', '    "b": 1', "  } <invalid>", "}"]);
    expect(show("{}")).toEqual(["{}"]);
  });

  test("shows the first items of a long list and the invalid one, and counts the rest", () => {
    const lines = show(JSON.stringify(Array.from({ length: 1_000 }, (_, index) => index)), "/700");
    expect(lines.slice(20, 25)).toEqual([
      "  19,",
      "  … 680 more <omitted>",
      "  700, <invalid>",
      "  … 299 more <omitted>",
      "]",
    ]);
  });

  test("keeps the lines around the violation when there are too many", () => {
    const body = JSON.stringify(
      Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`k${index}`, { v: index }])),
    );
    const lines = show(body, "/k10/v", 5);
    expect(lines).toHaveLength(7);
    expect(lines[0]).toMatch(/^… \d+ more lines <omitted>$/);
    expect(lines).toContain('    "v": 10 <invalid>');
  });

  test("that is not JSON is kept and cut", () => {
    expect(show("<p>\nno", "")).toEqual(["<p> <invalid>", "no <invalid>"]);
    expect(show("y".repeat(100))).toEqual([`${"y".repeat(60)}… (40 more characters)`]);
    expect(show("z\n".repeat(50_000)).at(-1)).toMatch(/more lines <omitted>$/);
  });

  test("may be nested deeply", () => {
    const lines = bodyLines(`${"[".repeat(5_000)}${"]".repeat(5_000)}`, { maxLines: 100, maxLineCharacters: 100 });
    expect(lines.map(({ text }) => text.trim())).toContain("[…]");
  });
});
