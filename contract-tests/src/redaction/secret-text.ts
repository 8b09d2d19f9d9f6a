/** Replaces a secret. */
export const REDACTED = "[redacted]";

/**
 * Creates a function that replaces secrets in a text: literal, percent-encoded, escaped for JSON, and within base64, such
 * as the credentials of `Authorization: Basic`.
 */
export function secretRemover(secrets: readonly string[]): (text: string) => string {
  // Longest first, since a secret can be the prefix of another.
  const unique = [...new Set(secrets)].filter((secret) => secret !== "" && !REDACTED.includes(secret));
  if (unique.length === 0) return (text) => text;
  const sorted = unique.toSorted((left, right) => right.length - left.length);
  const key = JSON.stringify(sorted);
  if (last?.key === key) return last.remove;
  const spelled = new RegExp(sorted.map(anySpelling).join("|"), "g");
  const cores = sorted.flatMap(base64Cores);
  const remove = (text: string) => cores.reduce(withoutBase64, text.replace(spelled, REDACTED));
  last = { key, remove };
  return remove;
}

/** Consecutive exchanges have the same secrets, and compiling the pattern is expensive. */
let last: { readonly key: string; readonly remove: (text: string) => string } | undefined;

/** A pattern that accepts any encoding of each character. */
function anySpelling(secret: string): string {
  return [...secret].map(anyCharacter).join("");
}

function anyCharacter(character: string): string {
  const percent = [...Buffer.from(character)].map((byte) => `%${anyCase(byte.toString(16).padStart(2, "0"))}`).join("");
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  const unicode = units.map((unit) => `\\\\u${anyCase(unit.toString(16).padStart(4, "0"))}`).join("");
  const own = character.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
  const short = SHORT_ESCAPES[character];
  return `(?:${[...(short === undefined ? [] : [short]), own, percent, unicode, ...(character === " " ? ["\\+"] : [])].join("|")})`;
}

/** The two-character escapes of JSON, as patterns. */
const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\\\"',
  "\\": "\\\\\\\\",
  "/": "\\\\\\/",
  "\b": "\\\\b",
  "\f": "\\\\f",
  "\n": "\\\\n",
  "\r": "\\\\r",
  "\t": "\\\\t",
};

function anyCase(hex: string): string {
  return hex.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

/**
 * The substrings by which base64 texts with the secret are recognized, one for each alignment. The characters at both
 * ends depend on the neighboring bytes.
 */
function base64Cores(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const cores = [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString("base64")
      .replace(/=+$/, "");
    const end = (before + bytes.length) % 3 === 0 ? encoded.length : encoded.length - 1;
    return encoded.slice([0, 2, 3][before], end);
  });
  const spellings = cores.flatMap((core) => [core, core.replaceAll("+", "-").replaceAll("/", "_")]);
  return [...new Set(spellings)].filter((core) => core.length >= MIN_CORE);
}

/** Shorter substrings also occur by chance. */
const MIN_CORE = 6;

/** Replaces each base64 text that contains the substring. */
function withoutBase64(text: string, core: string): string {
  let rest = text;
  let done = "";
  for (let at = rest.indexOf(core); at !== -1; at = rest.indexOf(core)) {
    let start = at;
    let end = at + core.length;
    while (start > 0 && isBase64(rest[start - 1])) start -= 1;
    while (end < rest.length && isBase64(rest[end])) end += 1;
    done += rest.slice(0, start) + REDACTED;
    rest = rest.slice(end);
  }
  return done + rest;
}

function isBase64(character: string | undefined): boolean {
  return character !== undefined && /[A-Za-z0-9+/=_-]/.test(character);
}
