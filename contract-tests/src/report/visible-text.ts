/**
 * Escapes control characters and characters that change the text direction, and replaces lone surrogates. Keeps tabs, and
 * keeps line feeds unless `oneLine` is set.
 */
export function visibleText(
  text: string,
  { oneLine = false }: { readonly oneLine?: boolean | undefined } = {},
): string {
  const lines = text.replaceAll("\r\n", "\n");
  return (oneLine ? lines.replace(/\s*\n\s*/g, " ") : lines)
    .replace(CONTROL, escapeCharacter)
    .replace(LONE_SURROGATES, "\uFFFD");
}

/** Cuts a text and appends the number of omitted characters. */
export function cutText(text: string, maxCharacters: number): string {
  const rest = text.length - maxCharacters;
  return rest <= 0 ? text : `${text.slice(0, maxCharacters)}… (${formatCount(rest)} more characters)`;
}

/** A count with separators, such as `10,000`. */
export function formatCount(count: number): string {
  return count.toLocaleString("en-US");
}

/** A count and its noun, such as `1 check` or `2 checks`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

const CONTROL = /[^\P{Cc}\n\t]|[\u200B\u200E\u200F\u2028\u2029\u202A-\u202E\u2060\u2066-\u2069\uFEFF\uFFFE\uFFFF]/gu;

const LONE_SURROGATES = /\p{Surrogate}/gu;

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
