import { CONCEPTS, PHRASES, STOP_WORDS } from "./vocabulary.js";

/** The words of a text, without punctuation. */
export function wordsIn(text: string): string[] {
  return text
    .replace(/['’]s\b/g, "")
    .split(/[^\p{L}\p{N}_-]+|(?<![\p{L}\p{N}])-+|-+(?![\p{L}\p{N}])/u)
    .filter((word) => word !== "");
}

/** `Retry-After` → `Retry-After`, `Retry`, `After`. */
export function withParts(word: string): string[] {
  const parts = word.split(/(?<=[a-z])(?=[A-Z])|[_-]/).filter((part) => part !== "");
  return parts.length > 1 ? [word, ...parts] : [word];
}

/** The words of a text that say what is searched. */
export function meaningfulWords(typed: string): string[] {
  const text = PHRASES.reduce((known, [phrase, words]) => known.replace(phrase, words), typed);
  const words = wordsIn(text);
  const meaningful = words.filter((word) => !STOP_WORDS.has(word.toLowerCase()));
  return meaningful.length > 0 ? meaningful : words;
}

/** `retries` → `retr`. A word without a known ending, or too short for one, stays as it is. */
export function stemOf(word: string): string {
  const lower = word.toLowerCase();
  const stem = lower
    .replace(/(?:ations?|ating|ated?|ions?|ings?|i?ed|i?es|ers?|[sey])$/, "")
    .replace(/([bdgmnprt])\1$/, "$1");
  return stem.length < 4 ? lower.replace(/(?<=\w{3})(?<![isu])s$/, "") : stem;
}

/** The word of a thesaurus group that the texts of the site use, such as `delete` for `removing`. */
export function firstOf(word: string): string {
  return FIRST.get(stemOf(word)) ?? word.replace(/s$/, "");
}

const FIRST = new Map(CONCEPTS.toReversed().flatMap((group) => group.map((word) => [stemOf(word), group[0] ?? word])));
