/** Replaces the strings and numbers of some members of JSON, which may be truncated or not JSON at all, in linear time. */
export function replaceMembers(text: string, isMeant: (name: string) => boolean, replace: (value: string) => string) {
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
    let end = endOfScalar(text, start);
    const isSecret = isMeant(text.slice(at, nameEnd));
    let depth = 0;
    for (let index = start; isSecret && index < text.length && (index === start || depth > 0); index = end) {
      depth += DEPTHS[text[index] ?? ""] ?? 0;
      end = endOfScalar(text, index);
      if (end === index) end += 1;
      else if (depth === 0 || text[endOfSpace(text, end)] !== ":") {
        parts.push(text.slice(done, index), replace(text.slice(index, end)));
        done = end;
      }
    }
    at = text.indexOf('"', end);
  }
  return parts.join("") + text.slice(done);
}

const DEPTHS: Readonly<Record<string, number>> = { "[": 1, "{": 1, "]": -1, "}": -1 };

const endOfScalar = (text: string, start: number) =>
  text[start] === '"' ? endOfString(text, start) : endOfNumber(text, start);

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
