import fc from "fast-check";

/** What means something in a path, a query, a header, a form, JSON, a query's text or a pattern, or is hard to write. */
const signs = [
  ...[".", "/", "\\", "%", "%2e", "%2F", "?", "#", "&", "=", "+", ";", ":", "@", "$", "$&", "{", "}", "[", "]"],
  ...["'", '"', "`", "<", ">", "~", "!", "(", ")", "*", ",", "|", "a", "p1", "0", "7"],
  ...["\r", "\n", "\t", "\0", "\x7f", " ", "\x80", "\xa0", "é", "ÿ", "\u2028", "\ufeff", "\u202e", "日", "😀"],
];

/** Texts that somebody has broken something with. */
const known = [
  ...["", ".", "..", "...", "/", "//", "%2e%2e", "..%2f", "1/../../users/me", "4001?fields=id#top", "%", "%zz", "\\.."],
  ...[
    "1\r\nx-admin: 1",
    "1\r\n\r\nGET / HTTP/1.1\r\n\r\n",
    "__proto__",
    "constructor",
    "toString",
    "null",
    "{file_id}",
  ],
  ...["' OR 1 = 1 --", ":p1", "&shared_link=x", "=", "NaN", "1e400", "-0"],
];

/** Any text of whole characters, with many of those that matter. */
export const wholeText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: fc.constantFrom(...signs) }) },
  { weight: 2, arbitrary: fc.string({ unit: "binary" }) },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme" }) },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme-ascii", maxLength: 300 }) },
  { weight: 1, arbitrary: fc.constantFrom(...known) },
);

/** Any text that a string can hold, half of a surrogate pair included. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: wholeText },
  {
    weight: 1,
    arbitrary: fc.string({ unit: fc.oneof(fc.nat(0xffff).map(unit), fc.constantFrom("\ud800", "\udfff", "a")) }),
  },
);

/** Any text of characters that fit into one byte. */
export const latin1Text: fc.Arbitrary<string> = fc.string({
  unit: fc.oneof(fc.nat(255).map(unit), fc.constantFrom(...signs.filter((sign) => /^[\0-\xff]+$/.test(sign)))),
});

/** Any text of visible ASCII, one character or more. */
export const visibleText: fc.Arbitrary<string> = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map(unit),
  minLength: 1,
});

/** Whether a text has no half of a surrogate pair, so that it can be written as UTF-8. */
export function isWhole(text: string): boolean {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(new TextEncoder().encode(text)) === text;
}

function unit(code: number): string {
  return String.fromCharCode(code);
}
