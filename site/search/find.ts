import type MiniSearch from "minisearch";
import type { Options, Query, SearchResult } from "minisearch";
import { excerptOf, type Piece, piecesOf } from "./excerpt.js";
import { SAME } from "./synonyms.js";

/** A page, a section or a name that a search can find. */
export interface SearchEntry {
  /** The address from the root of the site. */
  readonly id: string;
  /** The part of the site, the group of the result. */
  readonly part: string;
  readonly title: string;
  /** Where it is: the title of its page, or the type of an option. Empty for a page. */
  readonly heading: string;
  /** Words that people type for it, and that are not in its text. */
  readonly keywords: string;
  readonly text: string;
}

/** The results of one part of the site, best first. */
export interface FoundGroup {
  readonly part: string;
  readonly results: readonly Found[];
}

/** A result. Matched words are marked. */
export interface Found {
  readonly id: string;
  readonly title: readonly Piece[];
  readonly heading: string;
  readonly excerpt: readonly Piece[];
}

/** The options of the index, for the build and for the browser. */
export const INDEX_OPTIONS: Options<SearchEntry> = {
  fields: ["title", "keywords", "heading", "text"],
  storeFields: ["title", "heading", "part", "text"],
  // Index `updateFile` as a whole, and each of its words.
  tokenize: (text) =>
    wordsIn(text).flatMap((word) => {
      const parts = word.split(/(?<=[a-z])(?=[A-Z])|_/);
      return parts.length > 1 ? [word, ...parts] : [word];
    }),
  searchOptions: {
    boost: { title: 5, keywords: 5, heading: 1.5 },
    boostDocument: (id: string) =>
      WEIGHTS.reduce((weight, [at, factor]) => (at.test(id) ? weight * factor : weight), 1),
  },
};

/** What is usually meant: a page more than its sections, a guide or an option more than the many pages of operations. */
const WEIGHTS: readonly (readonly [RegExp, number])[] = [
  [/^[^#]*$/, 2],
  [/^(guides|reliability)\//, 1.3],
  [/^package\/client\.html#\w+(Options|Settings)\./, 1.3],
  [/^package\/(?!client)/, 0.6],
  [/^(operations\/(?!errors)|sandbox\/)\w+\.html#/, 0.6],
  [/^sandbox\//, 0.5],
  [/^((operations|sandbox)\/schemas|project)/, 0.3],
];

/** Searches for what a user typed. The groups are in the order of their best results. */
export function find(index: MiniSearch<SearchEntry>, typed: string): FoundGroup[] {
  const words = meaningfulWords(typed);
  const perWord = words.map((word) => new Map(resultsOf(index, word).map((result) => [result.id, result])));
  const ids = new Set(perWord.flatMap((results) => [...results.keys()]));
  const ranked = [...ids]
    .flatMap((id) =>
      rankedEntry(
        perWord.flatMap((results) => results.get(id) ?? []),
        words,
      ),
    )
    .toSorted((one, other) => other.score - one.score);
  // Results that match fewer words only show if nothing matches all of them.
  const bestShare = Math.max(0, ...ranked.map(({ share }) => share));
  return grouped(ranked.filter(({ share }) => share === bestShare));
}

/** The words of a text, without punctuation. */
function wordsIn(text: string): string[] {
  return text.split(/[^\p{L}\p{N}_]+/u).filter((word) => word !== "");
}

const STOP_WORDS = new Set(
  "a an and are can do does for how i in is it my of on or the to what when with you".split(" "),
);

function meaningfulWords(typed: string): string[] {
  const words = wordsIn(typed);
  const meaningful = words.filter((word) => !STOP_WORDS.has(word.toLowerCase()));
  return meaningful.length > 0 ? meaningful : words;
}

/** The entries for a word: as it is typed so far, in another form, as a synonym. Only without any of them, with a typo. */
function resultsOf(index: MiniSearch<SearchEntry>, word: string): SearchResult[] {
  const same = SAME.find((group) => group.includes(word.toLowerCase())) ?? [];
  const queries: Query[] = [
    { queries: [word], prefix: true },
    { queries: [stemOf(word)], prefix: true, boostTerm: () => 0.4 },
    { queries: same.filter((other) => other !== word.toLowerCase()), boostTerm: () => 0.6 },
  ];
  const found = index.search({ queries }, { tokenize: (one) => [one] });
  if (found.length > 0) return found;
  // `maxRetries` is also found by its words.
  const byParts = index.search(word, { combineWith: "AND", prefix: true });
  return byParts.length > 0 ? byParts : index.search(word, { fuzzy: 0.26, prefix: true });
}

/** `retries` → `retr`. A word without a known ending, or too short for one, stays as it is. */
function stemOf(word: string): string {
  const stem = word.toLowerCase().replace(/(?:ations?|ating|ated?|ions?|ings?|i?ed|i?es|ers?|[sey])$/, "");
  return stem.length < 4 ? word : stem;
}

interface Ranked extends Omit<SearchEntry, "keywords"> {
  /** The matched words of the index. */
  readonly terms: readonly string[];
  readonly score: number;
  /** The share of the typed words that it matches. */
  readonly share: number;
}

function rankedEntry(matches: readonly SearchResult[], words: readonly string[]): Ranked[] {
  const [first] = matches;
  if (first === undefined) return [];
  const stored = (name: string) => String(first[name]);
  const isNamed = stored("title").toLowerCase() === words.join(" ").toLowerCase();
  return [
    {
      id: stored("id"),
      part: stored("part"),
      title: stored("title"),
      heading: stored("heading"),
      text: stored("text"),
      terms: matches.flatMap(({ match }) => Object.keys(match)),
      // A product, so that a strong match of one word does not hide a weak match of another.
      score: matches.reduce((product, { score }) => product * score, isNamed ? 2 : 1),
      share: matches.length / words.length,
    },
  ];
}

/** Groups results by part. A page is one result, its best section. The same section of many pages is one result, too. */
function grouped(ranked: readonly Ranked[]): FoundGroup[] {
  const groups = new Map<string, Map<string, Ranked[]>>();
  const seen = new Set<string>();
  for (const one of ranked) {
    const page = /^(package\/|\w+\/(errors|schemas)\.html)/.test(one.id) ? one.id : one.id.replace(/#.*/, "");
    if (seen.has(page)) continue;
    seen.add(page);
    const group = groups.get(one.part) ?? new Map<string, Ranked[]>();
    const content = `${one.title} ${one.text}`;
    group.set(content, [...(group.get(content) ?? []), one]);
    groups.set(one.part, group);
  }
  return [...groups].map(([part, results]) => ({ part, results: [...results.values()].flatMap(foundOf) }));
}

function foundOf([first, ...same]: readonly Ranked[]): Found[] {
  if (first === undefined) return [];
  const { id, title, heading, text, terms } = first;
  const others = same.length > 0 ? ` and ${same.length} more` : "";
  return [{ id, title: piecesOf(title, terms), heading: `${heading}${others}`, excerpt: excerptOf(text, terms) }];
}
