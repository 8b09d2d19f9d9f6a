/**
 * Escapes control characters and characters that change the text direction, and replaces lone surrogates. Keeps tabs, and
 * keeps line feeds unless `oneLine` is set.
 */
export function visibleText(
  text: string,
  { oneLine = false }: { readonly oneLine?: boolean | undefined } = {},
): string {
  const lines = text.replaceAll("\r\n", "\n");
  // `\s*\n\s*` would take quadratic time for a long run of spaces.
  return (oneLine ? joinedLines(lines) : lines).replace(CONTROL, escapeCharacter).replace(LONE_SURROGATES, "\uFFFD");
}

function joinedLines(text: string): string {
  if (!text.includes("\n")) return text;
  const lines = text.split("\n");
  const end = lines.length - 1;
  const trimmed = lines.map((line, index) => {
    const start = index === 0 ? line : line.trimStart();
    return index === end ? start : start.trimEnd();
  });
  return trimmed.filter((line, index) => line !== "" || index === 0 || index === end).join(" ");
}

/** Cuts a text and appends the number of omitted characters. */
export function cutText(text: string, maxCharacters: number): string {
  const rest = text.length - maxCharacters;
  return rest <= 0 ? text : `${text.slice(0, maxCharacters)}… (${formatCount(rest)} more characters)`;
}

/** A text on one line, cut after a number of characters. */
export function oneLine(text: string, maxCharacters = 500): string {
  return cutText(visibleText(text, { oneLine: true }), maxCharacters);
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
