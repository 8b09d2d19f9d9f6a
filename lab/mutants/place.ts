/** A change to the source at the commit of drawn.yaml. */
export interface DrawnMutant {
  readonly id: string;
  /** The file, line and column at that commit. */
  readonly at: string;
  readonly original: string;
  readonly replacement: string;
}

export interface Place {
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

const LINES_AROUND = 2;
/** The share of the surrounding words that must be the same. */
const MIN_SHARE = 0.7;

/**
 * Finds the code of a mutant in the present sources, by what surrounded it in the source from which it was drawn;
 * undefined unless one place fits best.
 */
export function placeOf(
  mutant: DrawnMutant,
  drawnFrom: string,
  sources: ReadonlyMap<string, string>,
): Place | undefined {
  const [drawnFile = "", line, column] = mutant.at.split(":");
  const start = offsetOf(drawnFrom, Number(line)) + Number(column) - 1;
  const end = start + mutant.original.length;
  if (drawnFrom.slice(start, end) !== mutant.original) return undefined;
  const lastLine = drawnFrom.slice(0, end).split("\n").length;
  const before = texts(wordsOf(drawnFrom.slice(offsetOf(drawnFrom, Number(line) - LINES_AROUND), start)));
  const original = texts(wordsOf(mutant.original));
  const after = texts(wordsOf(drawnFrom.slice(end, offsetOf(drawnFrom, lastLine + LINES_AROUND + 1))));
  const places = [...sources].flatMap(([file, source]) => {
    const words = wordsOf(source);
    const code = texts(words);
    return words.flatMap(({ index: start }, at) => {
      const next = at + original.length;
      const last = words[next - 1];
      if (last === undefined || original.some((word, offset) => code[at + offset] !== word)) return [];
      const shared =
        common(before, code.slice(Math.max(0, at - before.length), at)) +
        common(after, code.slice(next, next + after.length));
      const share = shared / (before.length + after.length);
      // Of two places that are alike, the one in the same file counts.
      const score = share + (nameOf(file) === nameOf(drawnFile) ? 0.05 : 0);
      return share < MIN_SHARE ? [] : [{ file, start, end: last.index + last[0].length, score }];
    });
  });
  const [best, second] = places.sort((a, b) => b.score - a.score);
  return best === undefined || best.score === second?.score ? undefined : best;
}

/** Where a line starts in a text. Lines count from 1. */
function offsetOf(text: string, line: number): number {
  return text
    .split("\n")
    .slice(0, Math.max(0, line - 1))
    .reduce((length, one) => length + one.length + 1, 0);
}

function wordsOf(text: string): RegExpExecArray[] {
  return [...text.matchAll(/\w+|[^\s\w]/g)];
}

function texts(words: readonly RegExpExecArray[]): string[] {
  return words.map(([text]) => text);
}

function nameOf(file: string): string | undefined {
  return file.split("/").at(-1);
}

/** The length of the longest common subsequence. */
function common(one: readonly string[], other: readonly string[]): number {
  let lengths: number[] = other.map(() => 0);
  for (const word of one) {
    const next: number[] = [];
    for (const [index, also] of other.entries()) {
      const diagonal = lengths[index - 1] ?? 0;
      next.push(word === also ? diagonal + 1 : Math.max(lengths[index] ?? 0, next[index - 1] ?? 0));
    }
    lengths = next;
  }
  return lengths.at(-1) ?? 0;
}
