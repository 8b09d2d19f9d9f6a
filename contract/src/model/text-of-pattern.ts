/** A text that a regular expression matches, with at least a number of characters. Undefined for expressions that are too complex. */
export function textOfPattern(pattern: string, minLength = 0): string | undefined {
  for (const repeats of [1, minLength, minLength + 1]) {
    const text = expand(pattern, repeats);
    if (text !== undefined && text.length >= minLength && isMatch(pattern, text)) return text;
  }
  return undefined;
}

function isMatch(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, "u").test(text);
  } catch {
    return false;
  }
}

/** An atom, and its quantifier. Lookarounds and references are not understood. */
const PART =
  /\((?:\?:|\?<\w+>)?(?<group>(?:[^()\\]|\\.)*)\)|\[(?<set>\^?\]?(?:[^\]\\]|\\.)*)\]|\\(?<escaped>.)|(?<literal>[^\\()[\]{}*+?])/;
const QUANTIFIED = new RegExp(`(?:${PART.source})(?<quantifier>[*+?]|\\{\\d+(?:,\\d*)?\\})?\\??`, "y");

function expand(pattern: string, repeats: number): string | undefined {
  const [first = ""] = alternatives(pattern);
  let text = "";
  let at = 0;
  while (at < first.length) {
    QUANTIFIED.lastIndex = at;
    const match = QUANTIFIED.exec(first);
    if (match === null) return undefined;
    at = QUANTIFIED.lastIndex;
    const { group, set, escaped, literal, quantifier } = match.groups ?? {};
    const atom = group === undefined ? characterOf(set, escaped, literal) : expand(group, 1);
    if (atom === undefined) return undefined;
    text += atom.repeat(countOf(quantifier, repeats));
  }
  return text;
}

/** Splits at `|` outside of groups and sets. */
function alternatives(pattern: string): string[] {
  const found = [""];
  for (const [part] of pattern.matchAll(/\((?:[^()\\]|\\.)*\)|\[(?:[^\]\\]|\\.)*\]|\\.|[\s\S]/g)) {
    if (part === "|") found.push("");
    else found[found.length - 1] += part;
  }
  return found;
}

function countOf(quantifier: string | undefined, repeats: number): number {
  if (quantifier === undefined) return 1;
  if (quantifier === "?") return 0;
  const [, least = "0", comma, most] = /^\{(\d+)(,?)(\d*)\}$/.exec(quantifier) ?? [];
  if (comma === "") return Number(least);
  const minimum = quantifier === "+" ? 1 : Number(least);
  return Math.min(Math.max(minimum, repeats), most ? Number(most) : Number.POSITIVE_INFINITY);
}

const SAMPLES = ["a", "A", "0", "-", "_", " ", ".", "/", "+", "=", "@", ":", "#", "é"];

function characterOf(set: string | undefined, escaped: string | undefined, literal: string | undefined) {
  if (literal !== undefined) return literal === "^" || literal === "$" ? "" : literal === "." ? "a" : literal;
  if (escaped === "b" || escaped === "A" || escaped === "Z") return "";
  const source = set === undefined ? `\\${escaped}` : `[${set}]`;
  const own = [...(set ?? escaped ?? "")];
  return [...SAMPLES, ...own].find((one) => isMatch(`^${source}$`, one));
}
