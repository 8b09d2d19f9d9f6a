/** A piece of a text. A marked one is a matched word. */
export interface Piece {
  readonly text: string;
  readonly marked: boolean;
}

const LENGTH = 160;
/** The characters before the first match. */
const BEFORE = 40;

/** The part of a text with most of the matched terms, or its start if it has none. */
export function excerptOf(text: string, terms: readonly string[]): Piece[] {
  const matches = [...text.matchAll(matcher(terms))].map(({ index, 0: word }) => ({ index, word: word.toLowerCase() }));
  const distinct = (start: number) =>
    new Set(matches.filter(({ index }) => index >= start && index < start + LENGTH - BEFORE).map(({ word }) => word))
      .size;
  const [best = 0] = matches.map(({ index }) => index).toSorted((one, other) => distinct(other) - distinct(one));
  const start = best <= BEFORE ? 0 : text.indexOf(" ", best - BEFORE) + 1;
  const end = text.length <= start + LENGTH ? text.length : text.lastIndexOf(" ", start + LENGTH);
  return piecesOf(`${start > 0 ? "… " : ""}${text.slice(start, end)}${end < text.length ? " …" : ""}`, terms);
}

/** A text with its matched words marked. */
export function piecesOf(text: string, terms: readonly string[]): Piece[] {
  return text
    .split(matcher(terms))
    .map((piece, index) => ({ text: piece, marked: index % 2 === 1 }))
    .filter((piece) => piece.text !== "");
}

/** Matches the terms at the start of a word. One that begins with another needs no place of its own. */
function matcher(terms: readonly string[]): RegExp {
  const unique = [...new Set(terms)];
  const shortest = unique.filter((term) => !unique.some((other) => other !== term && term.startsWith(other)));
  const escaped = shortest.map((term) => term.replace(/[^\p{L}\p{N}_-]/gu, "\\$&"));
  return escaped.length === 0 ? /(?!)()/g : new RegExp(`(?<![\\p{L}\\p{N}])(${escaped.join("|")})`, "giu");
}
