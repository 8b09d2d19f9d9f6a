/**
 * What JSON.parse accepts and other parsers do not, or read in another way: a repeated name in an object, and half of a
 * surrogate pair (RFC 8259, sections 4 and 8.2). Undefined for other JSON.
 */
export function ambiguousJson(text: string): string | undefined {
  if (LONE_SURROGATE.test(text)) return "it has half of a surrogate pair";
  const name = repeatedName(text);
  return name === undefined ? undefined : `it has the name ${JSON.stringify(name)} twice in one object`;
}

/** An escaped surrogate without its other half. */
const LONE_SURROGATE =
  /(?<!\\)(?:\\\\)*(?:\\u[dD][89abAB][\da-fA-F]{2}(?!\\u[dD][c-fC-F][\da-fA-F]{2})|(?<!\\u[dD][89abAB][\da-fA-F]{2})\\u[dD][c-fC-F][\da-fA-F]{2})/;

/** The text is valid JSON. */
function repeatedName(text: string): string | undefined {
  const objects: (Set<string> | undefined)[] = [];
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
    if (token === "{") objects.push(new Set());
    else if (token === "[") objects.push(undefined);
    else if (token === "}" || token === "]") objects.pop();
    else {
      const names = objects.at(-1);
      if (names === undefined || !isName(text, index + token.length)) continue;
      // A quoted token of valid JSON is a string.
      const name = token.includes("\\") ? (JSON.parse(token) as string) : token.slice(1, -1);
      if (names.has(name)) return name;
      names.add(name);
    }
  }
  return undefined;
}

function isName(text: string, end: number): boolean {
  let at = end;
  while (text[at] === " " || text[at] === "\n" || text[at] === "\r" || text[at] === "\t") at += 1;
  return text[at] === ":";
}
