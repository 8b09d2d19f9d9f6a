/** A change to the source, with the code around it, so that its place can be found in later commits. */
export interface DrawnMutant {
  readonly id: string;
  /** Where it was when it was drawn. */
  readonly file: string;
  readonly line: number;
  readonly mutator: string;
  readonly before: string;
  readonly original: string;
  readonly after: string;
  readonly replacement: string;
}

export interface Place {
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

/** The share of the surrounding words that must be the same. */
const MIN_SHARE = 0.7;

/** Finds the original code of a mutant by what surrounds it; undefined unless one place fits best. */
export function placeOf(mutant: DrawnMutant, sources: ReadonlyMap<string, string>): Place | undefined {
  const [before, original, after] = [mutant.before, mutant.original, mutant.after].map(wordsOf).map(texts);
  if (before === undefined || original === undefined || after === undefined) return undefined;
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
      const score = share + (nameOf(file) === nameOf(mutant.file) ? 0.05 : 0);
      return share < MIN_SHARE ? [] : [{ file, start, end: last.index + last[0].length, score }];
    });
  });
  const [best, second] = places.sort((a, b) => b.score - a.score);
  return best === undefined || best.score === second?.score ? undefined : best;
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
