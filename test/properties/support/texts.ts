import fc from "fast-check";

/** Characters with a meaning in a path, query, header, form, JSON or pattern, and characters that are hard to encode. */
const signs = [
  ...[".", "/", "\\", "%", "%2e", "%2F", "?", "#", "&", "=", "+", ";", ":", "@", "$", "$&", "{", "}", "[", "]"],
  ...["'", '"', "`", "<", ">", "~", "!", "(", ")", "*", ",", "|", "a", "p1", "0", "7"],
  ...["\r", "\n", "\t", "\0", "\x7f", " ", "\x80", "\xa0", "é", "ÿ", "\u2028", "\ufeff", "\u202e", "日", "😀"],
];

/** Texts that have caused faults elsewhere. */
const known = [
  ...["", ".", "..", "...", "/", "//", "%2e%2e", "..%2f", "1/../../users/me", "4001?fields=id#top", "%", "%zz", "\\.."],
  ...["1\r\nx-admin: 1", "1\r\n\r\nGET / HTTP/1.1\r\n\r\n"],
  ...["__proto__", "constructor", "toString", "null", "{file_id}"],
  ...["' OR 1 = 1 --", ":p1", "&shared_link=x", "=", "NaN", "1e400", "-0"],
];

/** Any well-formed text, with many special characters. */
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

/** Property names of responses and of every object. */
const names = [
  ...["code", "error", "message", "error_description", "request_id", "status", "type", "context_info", "id"],
  ...["access_token", "refresh_token", "expires_in", "entries", "next_marker", "limit", "offset", "total_count"],
  ...["__proto__", "constructor", "prototype", "toString", "valueOf", "toJSON", "then", "name", "stack", "cause"],
];
const anyName = fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...names) }, { weight: 1, arbitrary: anyText });

const numbers = ["0", "-0", "-1", "1", "2", "3600", "1.5", "1e-300", "1e308", "1e400", "-1e400", "9007199254740993"];
/** Objects that JavaScript cannot convert to a string or a number. */
const stubborn = ['{"toString":1,"valueOf":1}', '{"toString":null,"valueOf":{}}', '{"toJSON":1,"toString":[]}'];

/** The text of any JSON of a usual size, with names that mean something, and some of them twice. */
export const plainJson: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom("null", "true", "false", '""', "{}", "[]", ...stubborn),
    fc.oneof(fc.constantFrom(...numbers), fc.double({ noNaN: true, noDefaultInfinity: true }).map(String)),
    anyText.map((text) => JSON.stringify(text)),
    fc.array(tie("value"), { maxLength: 4 }).map((items) => `[${items.join(", ")}]`),
    fc.array(fc.tuple(anyName, tie("value")), { maxLength: 6 }).map(object),
  ),
})).value;

/** The text of JSON that is nested very deep or is very long. */
export const greatJson: fc.Arbitrary<string> = fc.oneof(
  fc.tuple(fc.constantFrom("[]", '{"a":}', '{"__proto__":}'), fc.integer({ min: 50, max: 20_000 })).map(nested),
  fc
    .tuple(fc.constantFrom("x", "é", "\\n", "\\u2028", "\\ud800", "😀"), fc.integer({ min: 200, max: 40_000 }))
    .map(([part, times]) => `"${part.repeat(times)}"`),
);

/** The text of any JSON, some of it very large. */
export const jsonText: fc.Arbitrary<string> = fc.oneof(
  { weight: 30, arbitrary: plainJson },
  { weight: 1, arbitrary: greatJson },
  { weight: 1, arbitrary: fc.tuple(anyName, greatJson).map((member) => object([["code", '"not_found"'], member])) },
);

/** The text of an object with these members, whose values are texts of JSON. */
export function object(members: readonly (readonly [name: string, value: string])[]): string {
  return `{${members.map(([name, value]) => `${JSON.stringify(name)}: ${value}`).join(", ")}}`;
}

function nested([layer, times]: [string, number]): string {
  return `${layer.slice(0, -1).repeat(times)}1${layer.slice(-1).repeat(times)}`;
}
