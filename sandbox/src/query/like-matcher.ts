/**
 * Returns a test for a LIKE pattern: `%` matches any text, `_` any character, and a backslash escapes the next character.
 * `ignoreCase` compares letters in lower case. Takes at most pattern length times text length steps.
 *
 * @returns undefined for a pattern that ends with an unescaped backslash
 */
export function likeMatcher(pattern: string, ignoreCase: boolean): ((text: string) => boolean) | undefined {
  const fold = ignoreCase ? lowerCase : (codePoint: number) => codePoint;
  const parts = partsOf(pattern, fold);
  return parts && ((text) => matches(text, parts, fold));
}

/** A part of a pattern is a code point or one of these. */
const ANY_TEXT = -1;
const ANY_CHARACTER = -2;

function partsOf(pattern: string, fold: (codePoint: number) => number): readonly number[] | undefined {
  const parts: number[] = [];
  let escaped = false;
  for (const character of pattern) {
    const codePoint = character.codePointAt(0) ?? 0;
    if (escaped) parts.push(fold(codePoint));
    else if (character === "%") parts.push(ANY_TEXT);
    else if (character === "_") parts.push(ANY_CHARACTER);
    else if (character !== "\\") parts.push(fold(codePoint));
    escaped = !escaped && character === "\\";
  }
  return escaped ? undefined : parts;
}

function matches(text: string, parts: readonly number[], fold: (codePoint: number) => number): boolean {
  let at = 0;
  let part = 0;
  // The part after the last ANY_TEXT, and the last position where it was tried. Only the last ANY_TEXT is retried.
  let retryPart = -1;
  let retryAt = 0;
  while (at < text.length) {
    const wanted = parts[part];
    const codePoint = text.codePointAt(at) ?? 0;
    if (wanted === ANY_TEXT) {
      part++;
      retryPart = part;
      retryAt = at;
    } else if (wanted === ANY_CHARACTER || wanted === fold(codePoint)) {
      part++;
      at += widthOf(codePoint);
    } else if (retryPart >= 0) {
      retryAt += widthOf(text.codePointAt(retryAt) ?? 0);
      at = retryAt;
      part = retryPart;
    } else {
      return false;
    }
  }
  while (parts[part] === ANY_TEXT) part++;
  return part === parts.length;
}

function widthOf(codePoint: number): number {
  return codePoint > 0xffff ? 2 : 1;
}

/** Folds each character alone: the lower case of a whole text depends on neighbors (Greek sigma) and can be longer. */
function lowerCase(codePoint: number): number {
  if (codePoint < 0x80) return codePoint >= 0x41 && codePoint <= 0x5a ? codePoint + 0x20 : codePoint;
  const [first, second] = String.fromCodePoint(codePoint).toLowerCase();
  return first === undefined || second !== undefined ? codePoint : (first.codePointAt(0) ?? codePoint);
}
