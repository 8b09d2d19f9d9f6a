import { readFileSync } from "node:fs";

/** The calls that a chapter shows, as they stand in its file, each on one line, in the order in which they are made. */
export function callTexts(file: string): string[] {
  const source = readFileSync(new URL(file), "utf8");
  return [...source.matchAll(SHOWN)].map(({ index, 0: before }) => onOneLine(callAt(source, index + before.length)));
}

const SHOWN = /\b(?:shows|showsPages|showsRefusal|begins)\(\s*\(\) =>\s+/g;

/** The operation of a call: `owner.updateFile({ … })`, or `paginate(owner.queryMetadata, { … })`. */
export function operationOf(text: string): string {
  return /\.(\w+)[(,)]/.exec(text)?.[1] ?? "";
}

/** A call from its start to the bracket that closes it. No text in a chapter has a bracket without its counterpart. */
function callAt(source: string, start: number): string {
  let depth = 0;
  for (let at = source.indexOf("(", start); at < source.length; at += 1) {
    depth += source[at] === "(" ? 1 : source[at] === ")" ? -1 : 0;
    if (depth === 0) return source.slice(start, at + 1);
  }
  throw new Error(`A call has no end: ${source.slice(start, start + 40)}`);
}

function onOneLine(text: string): string {
  return text
    .replace(/,\s+(?=[)}\]])/g, " ")
    .replace(/\s+/g, " ")
    .replace(/([([]) /g, "$1")
    .replace(/ ([)\]])/g, "$1");
}
