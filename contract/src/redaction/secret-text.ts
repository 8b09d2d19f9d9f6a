import { createSearch } from "./search.js";
import { decodedLevels } from "./spellings.js";

/** Replaces a secret. */
export const REDACTED = "[redacted]";

/** The most characters of secrets that `secretRemover` takes. More would take too much memory. */
export const MAX_SECRET_CHARACTERS = 32_768;

/**
 * Creates a function that replaces secrets in a text: literal, percent-encoded, escaped for JSON or HTML, several of these
 * at once, and within base64, such as the credentials of `Authorization: Basic`. Takes linear time.
 */
export function secretRemover(secrets: readonly string[]): (text: string) => string {
  const unique = [...new Set(secrets)].filter((secret) => secret !== "" && !REDACTED.includes(secret)).sort();
  if (unique.length === 0) return (text) => text;
  const key = JSON.stringify(unique);
  if (last?.key === key) return last.remove;
  const decoded = unique.flatMap((secret) =>
    decodedLevels(secret)
      .slice(1)
      .map(({ text }) => text),
  );
  const findSpelled = createSearch(
    [...unique, ...decoded.filter((text) => text.length >= MIN_DECODED)].map((text) => text.replaceAll("+", " ")),
  );
  const findEncoded = createSearch(unique.flatMap(base64Cores));
  const remove = (text: string): string => {
    const ranges = decodedLevels(text).flatMap(({ text: level, from }) => {
      // A plus sign is a space in a form.
      const found = [...findSpelled(level.replaceAll("+", " ")), ...wholeBase64(level, findEncoded(level))];
      return found.map(([start, end]): Range => [from[start] ?? 0, from[end] ?? text.length]);
    });
    return withoutRanges(text, ranges);
  };
  last = { key, remove };
  return remove;
}

/** The texts of which one occurs, at some level of decoding, in each text that has a secret. */
export function searchedSpellings(secret: string): string[] {
  const decoded = decodedLevels(secret).map(({ text }) => text.replaceAll("+", " "));
  return [...new Set([secret, ...decoded.filter((text) => text.length >= MIN_DECODED), ...base64Cores(secret)])];
}

/** Consecutive exchanges have the same secrets. */
let last: { readonly key: string; readonly remove: (text: string) => string } | undefined;

/** Shorter texts also occur by chance. */
const MIN_DECODED = 4;

type Range = readonly [start: number, end: number];

function withoutRanges(text: string, ranges: Range[]): string {
  const parts: string[] = [];
  let done = 0;
  let open: [start: number, end: number] | undefined;
  const close = () => {
    if (open === undefined) return;
    parts.push(text.slice(done, open[0]), REDACTED);
    done = open[1];
  };
  for (const [start, end] of ranges.sort((left, right) => left[0] - right[0])) {
    if (open !== undefined && start < open[1]) {
      open[1] = Math.max(open[1], end);
      continue;
    }
    close();
    open = [start, end];
  }
  close();
  return parts.join("") + text.slice(done);
}

/** How base64 texts with the secret are recognized, for each alignment. The characters at the ends depend on other bytes. */
function base64Cores(secret: string): string[] {
  const bytes = Array.from(new TextEncoder().encode(secret), (byte) => String.fromCharCode(byte)).join("");
  const cores = [0, 1, 2].map((before) => {
    const encoded = btoa("\0".repeat(before) + bytes).replace(/=+$/, "");
    const end = (before + bytes.length) % 3 === 0 ? encoded.length : encoded.length - 1;
    return encoded.slice([0, 2, 3][before], end);
  });
  const spellings = cores.flatMap((core) => [core, core.replaceAll("+", "-").replaceAll("/", "_")]);
  return [...new Set(spellings)].filter((core) => core.length >= MIN_CORE);
}

/** Shorter substrings also occur by chance. */
const MIN_CORE = 6;

/** Extends each match to the whole base64 text. Matches are in the order of their ends. */
function wholeBase64(text: string, matches: readonly Range[]): Range[] {
  const found: Range[] = [];
  let done = 0;
  for (const [from, to] of matches) {
    if (to <= done) continue;
    let start = Math.max(from, done);
    let end = to;
    while (start > done && isBase64(text.charCodeAt(start - 1))) start -= 1;
    while (end < text.length && isBase64(text.charCodeAt(end))) end += 1;
    found.push([start, end]);
    done = end;
  }
  return found;
}

const BASE64 = new Set(
  [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=_-"].map((one) => one.charCodeAt(0)),
);

function isBase64(code: number): boolean {
  return BASE64.has(code);
}
