/**
 * Makes every character of a foreign text harmless to look at: control characters, which could steer a terminal, and
 * those that turn the direction of writing around are spelled out, halves of characters replaced. Line feeds and tabs
 * stay unless `oneLine` is set.
 */
export function visibleText(
  text: string,
  { oneLine = false }: { readonly oneLine?: boolean | undefined } = {},
): string {
  const lines = text.replaceAll("\r\n", "\n");
  return (oneLine ? lines.replace(/\s*\n\s*/g, " ") : lines).replace(STEERING, spelledOut).replace(HALVES, "\uFFFD");
}

/** A text of a bounded length, with a note of how much is not there. */
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

const STEERING = /[^\P{Cc}\n\t]|[\u200B\u200E\u200F\u2028\u2029\u202A-\u202E\u2060\u2066-\u2069\uFEFF\uFFFE\uFFFF]/gu;

const HALVES = /\p{Surrogate}/gu;

function spelledOut(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
