import { loadContract } from "content-service-contract";
import { describe, expect, test } from "vitest";
import { smallContract } from "../../../contract/test/support/small-contract.js";
import { bodyLines } from "../../src/report/body-lines.js";
import { contractExcerpt } from "../../src/report/html/violations.js";

const show = (body: string, invalidAt?: string, maxLines = 100) =>
  bodyLines(body, { invalidAt, maxLines, maxLineCharacters: 60 }).map(({ text, kind }) =>
    kind === "plain" ? text : `${text} <${kind}>`,
  );

describe("a body", () => {
  test("is indented, with the violation marked", () => {
    const body = { a: { "b/c": [1, "x"] }, d: null, e: [], f: {} };
    const lines = JSON.stringify(body, null, 2).split("\n");
    const marked = lines.map((line) => (line.includes('"x"') ? `${line} <invalid>` : line));
    expect(show(JSON.stringify(body), "/a/b~1c/1")).toEqual(marked);
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
    const [more, rest] = ["  … 680 more <omitted>", "  … 299 more <omitted>"];
    expect(lines.slice(20, 25)).toEqual(["  19,", more, "  700, <invalid>", rest, "]"]);
  });

  test("keeps the lines around the violation when there are too many", () => {
    const members = Array.from({ length: 20 }, (_, index) => [`k${index}`, { v: index }]);
    const lines = show(JSON.stringify(Object.fromEntries(members)), "/k10/v", 5);
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

const quote = (pointer: string, maxLines = 20) => contractExcerpt(smallContract, pointer, { maxLines });

describe("an excerpt of the contract", () => {
  test("is the schema around a keyword, with the keyword marked", () => {
    const { lines = [], description } = quote("/components/schemas/CrateFields/properties/name/maxLength") ?? {};
    const name = JSON.stringify({ name: { type: "string", maxLength: 8 } }, null, 2);
    expect([lines.map(({ text }) => text), description]).toEqual([name.split("\n"), undefined]);
    expect(lines.filter(({ kind }) => kind !== "plain")).toEqual([{ text: '    "maxLength": 8', kind: "invalid" }]);
    const item = quote("/components/schemas/CrateFields/required/1");
    expect(item?.lines.map(({ text }) => text.trim())).toEqual(["{", '"required": [', '"type",', '"id"', "]", "}"]);
    expect(item?.lines[3]?.kind).toBe("invalid");
  });

  test("is the place itself for a pointer to an object, with its description apart and deep parts left out", () => {
    const found = quote("/components/responses/TooMany", 30);
    expect(found?.description).toBe("Too many requests.");
    const text = found?.lines.map((line) => line.text).join("\n");
    expect(text).toMatch(/^\{\n {2}"TooMany": \{\n {4}"headers": \{\n {6}"Retry-After": \{\n/);
    expect(text).not.toContain("Too many");
    expect(text).toContain("{…}");
  });

  test("has the nearest description above, but not a property named description", () => {
    const at = "/components/schemas/FileUpdate/properties/description/type";
    expect(contractExcerpt(loadContract(), at, { maxLines: 9 })?.description).toMatch(/^[A-Z].*\.$/s);
    expect(quote("/paths/~1crates/get/responses/200/content")?.description).toBe("Crates.");
  });

  test("is limited, and undefined for a pointer that leads nowhere", () => {
    expect(quote("/paths", 5)?.lines.at(-1)?.text).toMatch(/^… \d+ more lines$/);
    expect(quote("/no/such/place")).toBeUndefined();
  });
});
