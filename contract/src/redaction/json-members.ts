/**
 * Replaces members of JSON in a text, which may be truncated or not JSON at all. Takes linear time.
 *
 * @param replace gets a name and a string or number, both as in the text, and returns the new value, or undefined
 */
export function replaceMembers(text: string, replace: (name: string, value: string) => string | undefined): string {
  const parts: string[] = [];
  let done = 0;
  let at = text.indexOf('"');
  while (at !== -1) {
    const nameEnd = endOfString(text, at);
    const colon = endOfSpace(text, nameEnd);
    if (text[colon] !== ":") {
      // In text that is not JSON, the quote that ended this string may begin the next one.
      at = text[nameEnd - 1] === '"' && nameEnd - 1 > at ? nameEnd - 1 : text.indexOf('"', nameEnd);
      continue;
    }
    const start = endOfSpace(text, colon + 1);
    const end = text[start] === '"' ? endOfString(text, start) : endOfNumber(text, start);
    const replaced = end === start ? undefined : replace(text.slice(at, nameEnd), text.slice(start, end));
    if (replaced !== undefined) {
      parts.push(text.slice(done, start), replaced);
      done = end;
    }
    at = text.indexOf('"', end);
  }
  return parts.join("") + text.slice(done);
}

/** The index after the closing quote, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === BACKSLASH) index += 1;
    else if (code === QUOTE) return index + 1;
  }
  return text.length;
}

const BACKSLASH = 92;
const QUOTE = 34;

function endOfSpace(text: string, start: number): number {
  let index = start;
  for (let code = text.charCodeAt(index); code === 32 || (code >= 9 && code <= 13); code = text.charCodeAt(index))
    index += 1;
  return index;
}

const NUMBER = new Set([..."0123456789.eE+-"].map((one) => one.charCodeAt(0)));

function endOfNumber(text: string, start: number): number {
  let index = start;
  while (index < text.length && NUMBER.has(text.charCodeAt(index))) index += 1;
  return index;
}
