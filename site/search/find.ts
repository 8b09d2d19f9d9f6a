import MiniSearch, { type Options, type Query, type SearchResult } from "minisearch";
import { absence } from "./absence.js";
import { excerptOf, type Piece, piecesOf } from "./excerpt.js";
import { CONCEPTS, meaningfulWords, stemOf, withParts, wordsIn } from "./words.js";

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
  /** The method and the path of an operation. Empty for others. */
  readonly request: string;
  readonly text: string;
  /** The words of a long text that `text` leaves out. */
  readonly rest: string;
}

export interface FoundPages {
  /** That the product does not have it, or that nothing was found, with the page that helps. */
  readonly notice?: Notice | undefined;
  readonly groups: readonly FoundGroup[];
}

/** A sentence, and a page that helps. */
export interface Notice {
  readonly text: string;
  readonly id: string;
  readonly title: string;
}

/** The best results of all, or those of one part of the site, best first. */
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

const INDEX_OPTIONS: Options<SearchEntry> = {
  fields: ["title", "request", "keywords", "heading", "text", "rest"],
  // Index `updateFile` and `Retry-After` as a whole, and each of their words.
  tokenize: (text) => wordsIn(text).flatMap(withParts),
  searchOptions: {
    boost: { title: 4.6, request: 3, keywords: 6.3, heading: 1.8, rest: 1.6 },
    boostDocument: (id: string) =>
      WEIGHTS.reduce((weight, [at, factor]) => (at.test(id) ? weight * factor : weight), 1),
  },
};

/** What is usually meant: a page more than its sections, a guide or an option more than the many pages of operations. */
const WEIGHTS: readonly (readonly [RegExp, number])[] = [
  [/^[^#]*$/, 2],
  [/^guides\/(?!contract-tests\.)/, 1.6],
  [/^guides\/contract-tests\.html#/, 1.4],
  [/^(reliability\/proof|package\/client\.html#\w+(Options|Settings)\.)/, 0.8],
  [/^package\/(?!client)/, 0.45],
  [/^package\/[\w-]+\.html#(?!\w+(Options|Settings)\.)\w+\./, 0.6],
  [/^(operations\/(?!errors)|sandbox\/)\w+\.html#/, 0.6],
  [/^sandbox\//, 0.4],
  [/^((operations|sandbox)\/schemas|project)/, 0.5],
  [/^operations\/(?!errors|index)\w+\.html$/, 0.65],
  [/^operations\/errors\.html#/, 0.85],
];

/** Returns a function that searches for what a user typed. The best results come first, then groups in the order of theirs. */
export function createSearch(entries: readonly SearchEntry[]): (typed: string) => FoundPages {
  const index = new MiniSearch(INDEX_OPTIONS);
  index.addAll(entries);
  const byId = new Map(
    entries.map((entry) => [entry.id, { ...entry, named: namesOf(entry), pairs: pairsOf(entry.text) }]),
  );
  const headers = headersIn(entries);
  const noticeOf = ({ text, id }: { text: string; id: string }) => ({ text, id, title: byId.get(id)?.title ?? id });

  return (typed) => {
    const words = meaningfulWords(typed.replace(headers, (name) => name.replaceAll(" ", "-")));
    if (words.length === 0) return { groups: [] };
    const requests = requestsLike(entries, typed);
    const groups = grouped(requests ?? rankedEntries(index, byId, words, typed));
    const isTitle =
      words.length > 1 &&
      [...byId.values()].some(({ id, named }) => !/^sandbox/.test(id) && named.phrase === phraseOf(words));
    const absent =
      requests === undefined && !isTitle ? absence(entries, words, (word) => knownWord(index, word)) : undefined;
    if (absent !== undefined) return { notice: noticeOf(absent), groups };
    if (groups.length > 0) return { groups };
    const text = `No results for “${typed}”. Is it an operation? All are on one page:`;
    return { notice: noticeOf({ text, id: "operations/index.html" }), groups };
  };
}

/** Matches the names of headers in the texts, also without hyphens: `if match` means `If-Match`. */
function headersIn(entries: readonly SearchEntry[]): RegExp {
  const names = entries.flatMap(({ text }) => text.match(/\b[A-Z][a-z]*(?:-[A-Z][a-z]+)+\b/g) ?? []);
  return new RegExp(`\\b(?:${[...new Set(names)].join("|").replaceAll("-", "[ -]")})\\b`, "gi");
}

function rankedEntries(
  index: MiniSearch<SearchEntry>,
  byId: ReadonlyMap<string, NamedEntry>,
  words: readonly string[],
  typed: string,
): Ranked[] {
  const quoted = [...pairsOf(typed)];
  const perWord = words
    .flatMap((word) => nameLike(index, word) ?? withParts(word))
    .map((word) => {
      const results = new Map(resultsFor(index, knownWord(index, word)).map((result) => [result.id, result]));
      // A rare word says more than a common one.
      const weight = results.size === 0 ? 0 : Math.log(1 + byId.size / results.size) ** RARITY;
      const pages = new Map<string, number>();
      for (const { id, score } of results.values()) pages.set(pageOf(id), Math.max(score, pages.get(pageOf(id)) ?? 0));
      return { weight, results, pages };
    });
  const total = perWord.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return [];
  const ranked = [...byId.values()].map((entry) => {
    const page = pageOf(entry.id);
    const scores = perWord.map(({ weight, results, pages }) => {
      const onPage = (pages.get(page) ?? 0) * SAME_PAGE;
      return (weight / total) * Math.log(MISSING + Math.max(results.get(entry.id)?.score ?? 0, onPage));
    });
    // A geometric mean, so that a strong match of one word does not hide a weak match of another.
    const mean = Math.exp(scores.reduce((sum, score) => sum + score)) - MISSING;
    const terms = perWord.flatMap(({ results }) => Object.keys(results.get(entry.id)?.match ?? {}));
    const matched = quoted.filter((pair) => entry.pairs.has(pair)).length;
    // A pasted message with another value has most pairs of an entry.
    const quote = quoted.length < 2 ? 1 : 1 + matched ** 2 / quoted.length;
    return { ...entry, terms, score: mean * namedFactor(entry.named, words, typed) * quote };
  });
  const best = Math.max(0, ...ranked.map(({ score }) => score));
  return ranked.filter(({ score }) => score > best / NOISE).toSorted((one, other) => other.score - one.score);
}

/** A name of the code, such as `toMatchContract` or `due_at`, which is searched whole, or the one like it. */
function nameLike(index: MiniSearch<SearchEntry>, word: string): string | undefined {
  if (!/[a-z]([A-Z]|_)/.test(word)) return undefined;
  const [exact] = index.search(word, { tokenize: (one) => [one] });
  const [like] = exact === undefined ? index.search(word, { tokenize: (one) => [one], fuzzy: 2 }) : [];
  return exact === undefined ? like?.terms[0] : word;
}

/** How much more a rare word counts: 0 is not at all. */
const RARITY = 0.7;
/** The share of the score of a word that only another section of the page has. */
const SAME_PAGE = 0.25;
/** Added to each score, so that a missing word lowers the mean but does not make it zero. */
const MISSING = 4;
/** How much worse than the best a result can be. */
const NOISE = 30;

/** The operations whose path begins with a typed path, or has it, that of a typed method first. Undefined without a path. */
function requestsLike(entries: readonly SearchEntry[], typed: string): Ranked[] | undefined {
  const [, method = "", path = ""] =
    /^(get|post|put|patch|delete)?\s*(\/?[\w{}-]+(?:\/[\w{}-]*)+|\/[\w{}-]+)$/i.exec(
      typed.trim().replace("/2.0/", "/"),
    ) ?? [];
  const parts = path.split("/").filter((part) => part !== "");
  if (parts.length === 0) return undefined;
  // An id in the path stands for a parameter.
  const pattern = parts.map((part) => (/^(\d+|\{.*)$/.test(part) ? "[^/]+" : part)).join("/");
  const matching = (start: string) => {
    const matcher = new RegExp(`${start}${pattern}(/|$|\\w)`, "i");
    return entries.filter(({ request }) => matcher.test(request));
  };
  const found = new Set([...matching(`^${method || "\\w+"} /`), ...matching("^\\w+ /"), ...matching("/")]);
  const ranked = [...found].map((entry) => ({ ...entry, terms: parts, score: -entry.request.length }));
  return ranked.length === 0 ? undefined : ranked;
}

/** A word as the texts have it: without a result, the word like it. */
function knownWord(index: MiniSearch<SearchEntry>, word: string): string {
  if (word.length < 4 || resultsFor(index, word).length > 0) return word;
  const [typo] = index.search(word, { fuzzy: 0.26, prefix: true });
  const swapped = [...word].map(
    (letter, at) => `${word.slice(0, at)}${word[at + 1] ?? ""}${letter}${word.slice(at + 2)}`,
  );
  return typo?.terms[0] ?? swapped.find((one) => resultsFor(index, one).length > 0) ?? word;
}

/** The entries for a word: as it is typed so far, in another form, as another word of its concept. */
function resultsFor(index: MiniSearch<SearchEntry>, word: string): SearchResult[] {
  const stem = stemOf(word);
  const same = CONCEPTS.filter((group) => group.some((other) => stemOf(other) === stem)).flat();
  const queries: Query[] = [
    { queries: [word], prefix: word.length > 2 },
    { queries: [stem], prefix: true, boostTerm: () => 0.5 },
    { queries: same.filter((other) => other !== word.toLowerCase()), boostTerm: () => 0.65 },
  ];
  const results = index.search({ queries }, { tokenize: (one) => [one] });
  // MiniSearch multiplies by the number of matched words, but the words of a concept mean the same.
  return results.map((result) => ({ ...result, score: result.score / result.queryTerms.length }));
}

interface Ranked extends SearchEntry {
  /** The matched words of the index. */
  readonly terms: readonly string[];
  readonly score: number;
}

type NamedEntry = SearchEntry & { readonly named: Names; readonly pairs: ReadonlySet<string> };
type Names = ReturnType<typeof namesOf>;

/** What a title says: the stems of its words, and the operation that it names. */
function namesOf({ id, title }: SearchEntry) {
  const [whole = ""] = / \(\w+\)$/.exec(title) ?? [];
  const [, operation = ""] = /^(?:operations|sandbox)\/(\w+)\.html$/.exec(id) ?? [];
  // An error code has its statuses before it.
  const sentence = title.slice(0, title.length - whole.length).replace(/^\d{3}[\d, ]* (?=\w+$)/, "");
  return {
    sentence: sentence.toLowerCase(),
    phrase: phraseOf(meaningfulWords(sentence)),
    operation: operation.toLowerCase(),
    isPage: !id.includes("#"),
  };
}

/** More than 1 for an entry whose title has all the words. `metadata query` names the guide “Metadata queries”. */
function namedFactor({ sentence, phrase, operation, isPage }: Names, words: readonly string[], typed: string): number {
  // “Remove all faults” and “Remove a fault” differ in what a search otherwise ignores.
  if (words.length > 1 && sentence === typed.trim().toLowerCase()) return 5;
  // “Take a snapshot (sandbox)” has the name of its part behind it.
  const rest = words.filter((word) => word.toLowerCase() !== operation);
  const wanted = phraseOf(rest.length === 0 || phrase.includes(operation) ? words : rest);
  // `request id` names `requestId`.
  if (phrase === wanted || phrase === wanted.replaceAll(" ", "") || operation === words.join(" ").toLowerCase())
    return words.length > 1 || isPage || /[a-z][A-Z]/.test(words.join()) ? 4 : 2;
  // `bad_request missing fields` names the error code.
  if (words.some((word) => word.includes("_") && stemOf(word) === phrase)) return 2;
  // `timeout` names the section “Timeouts and limits”, and `trash` is no name of “Trash a folder”.
  if (words.length === 1) return operation === "" && phrase.startsWith(`${wanted} `) ? 1.2 : 1;
  return ` ${phrase} `.includes(` ${wanted} `) ? 1.75 : 1;
}

function phraseOf(words: readonly string[]): string {
  return words.map(stemOf).join(" ").toLowerCase();
}

/** The pairs of adjacent words. The numbers in a message differ from time to time. */
function pairsOf(text: string): Set<string> {
  const words = wordsIn(text.toLowerCase()).map((word) => word.replace(/.*\d.*/, "0"));
  return new Set(words.slice(1).map((word, index) => `${words[index]} ${word}`));
}

/** The page of a section. Each name of a package, error code and schema counts as a page. */
function pageOf(id: string): string {
  return /^(package\/|\w+\/(errors|schemas)\.html)/.test(id) ? id : id.replace(/#.*/, "");
}

/** How many results come before those by part. */
const BEST = 3;
/** How many results of a part are shown. Nobody reads more, and each excerpt takes time. */
const MOST_OF_PART = 12;

/** The best results, then the others by part. A page is one result, its best section. */
function grouped(ranked: readonly Ranked[]): FoundGroup[] {
  const groups = new Map<string, Found[]>();
  const [seen, best] = [new Set<string>(), new Set<string>()];
  for (const { id, part, title, heading, text, terms } of ranked) {
    const page = pageOf(id);
    if (seen.has(page)) continue;
    seen.add(page);
    // Several types can have the same member.
    const name = /#\w+\./.test(id) ? title : id;
    const isBest = best.size < BEST && !best.has(name);
    if (isBest) best.add(name);
    const group = isBest ? "Best matches" : part;
    const results = groups.get(group) ?? [];
    if (results.length === MOST_OF_PART) continue;
    const place = isBest && heading === "" ? part : heading;
    const found = { id, title: piecesOf(title, terms), heading: place, excerpt: excerptOf(text, terms) };
    groups.set(group, [...results, found]);
  }
  return [...groups].map(([part, results]) => ({ part, results }));
}
