import { describe, expect, test } from "vitest";
import { bodyLines } from "../../src/report/body-lines.js";

const show = (body: string, fault?: string, maxLines = 100) =>
  bodyLines(body, { fault, maxLines, maxLineCharacters: 60 }).map(({ text, kind }) =>
    kind === "plain" ? text : `${text} <${kind}>`,
  );

describe("a body", () => {
  test("is indented, with the faulty place marked", () => {
    expect(show('{"a":{"b/c":[1,"x"]},"d":null,"e":[],"f":{}}', "/a/b~1c/1")).toEqual([
      "{",
      '  "a": {',
      '    "b/c": [',
      "      1,",
      '      "x" <fault>',
      "    ]",
      "  },",
      '  "d": null,',
      '  "e": [],',
      '  "f": {}',
      "}",
    ]);
  });

  test("shows where something is missing, also in what is empty", () => {
    expect(show('{"a":1}', "/b")).toEqual(["{", '  "b": … <missing>', '  "a": 1', "}"]);
    expect(show("{}", "/b")).toEqual(["{", '  "b": … <missing>', "}"]);
  });

  test("marks the whole of a faulty object, and nothing when the fault lies elsewhere", () => {
    expect(show('{"a":{"b":1}}', "/a")).toEqual(["{", '  "a": { <fault>', '    "b": 1', "  } <fault>", "}"]);
    expect(show("{}")).toEqual(["{}"]);
  });

  test("shows the beginning of a long list and the faulty item, and counts the rest", () => {
    const lines = show(JSON.stringify(Array.from({ length: 1_000 }, (_, index) => index)), "/700");
    expect(lines.slice(20, 25)).toEqual([
      "  19,",
      "  … 680 more <left-out>",
      "  700, <fault>",
      "  … 299 more <left-out>",
      "]",
    ]);
  });

  test("of too many lines keeps those around the fault", () => {
    const body = JSON.stringify(
      Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`k${index}`, { v: index }])),
    );
    const lines = show(body, "/k10/v", 5);
    expect(lines).toHaveLength(7);
    expect(lines[0]).toMatch(/^… \d+ more lines <left-out>$/);
    expect(lines).toContain('    "v": 10 <fault>');
  });

  test("that is no JSON stays as it is, and is cut", () => {
    expect(show("<p>\nno", "")).toEqual(["<p> <fault>", "no <fault>"]);
    expect(show("y".repeat(100))).toEqual([`${"y".repeat(60)}… (40 more characters)`]);
    expect(show("z\n".repeat(50_000)).at(-1)).toMatch(/more lines <left-out>$/);
  });

  test("may be nested deeper than anybody reads", () => {
    const lines = bodyLines(`${"[".repeat(5_000)}${"]".repeat(5_000)}`, { maxLines: 100, maxLineCharacters: 100 });
    expect(lines.map(({ text }) => text.trim())).toContain("[…]");
  });
});
