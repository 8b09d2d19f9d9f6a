import { ABSENT, firstOf, stemOf } from "./words.js";

/** The parts of an entry that say what an operation does. */
interface Described {
  readonly title: string;
  /** The method and the path. Empty for what is no operation. */
  readonly request: string;
  readonly text: string;
}

/** What the product does not have: a subject of the list, or an operation that the contract lacks. */
export function absence(
  entries: readonly Described[],
  typed: readonly string[],
  spell: (word: string) => string,
): { text: string; id: string } | undefined {
  const lower = typed.map((word) => (SUBJECTS.has(word.toLowerCase()) ? word : spell(word)).toLowerCase());
  // An uploader is a role.
  const stems = lower.filter((word) => SUBJECTS.has(word) || !word.endsWith("er")).map(stemOf);
  const known = ABSENT.find(
    ({ words: own, unless = "" }) =>
      own.split(" ").some((word) => stems.includes(stemOf(word))) &&
      !unless.split(" ").some((word) => lower.includes(word)),
  );
  if (known !== undefined) return known;
  const operations = entries
    .filter(({ request }) => request !== "")
    .flatMap(({ title, text }) => {
      const [, verb = "", noun = ""] = /\(([a-z]+)(\w+)\)$/.exec(title) ?? [];
      const subject = noun.toLowerCase().replace(/s$/, "");
      return noun === "" ? [] : [{ verb: firstOf(verb), noun: subject, text: text.replace(/\. .*/s, "") }];
    });
  // The sandbox has records that no operation names.
  const records = entries.flatMap(({ title }) => /^Seed([A-Z]\w+)/.exec(title)?.[1]?.toLowerCase() ?? []);
  const whole = records.filter((record) => !PARTS.test(record));
  const nouns = new Set([...operations.map(({ noun }) => noun), ...whole]);
  // “Deleted” says what happened, not what to do.
  const isVerb = (word: string) => ACTIONS.has(firstOf(word)) && !word.endsWith("ed");
  const [verb, ...otherVerbs] = new Set(lower.filter(isVerb).map(firstOf));
  const rest = lower.map(firstOf).filter((word) => !ACTIONS.has(word));
  // The content of a folder stands before or after it.
  const isContent = rest.some((word) => CONTENT.has(word));
  const subjects = rest.filter((word) => !CONTENT.has(word));
  // The noun of `delete email alias from user` is as long as possible.
  const lengths = subjects.map((_, index) => subjects.length - index);
  const length = lengths.find((one) => nouns.has(subjects.slice(0, one).join(""))) ?? 0;
  const noun = subjects.slice(0, length).join(" ");
  const isClear =
    otherVerbs.length === 0 && subjects.slice(length).every((word) => nouns.has(word) || records.includes(word));
  if (verb === undefined || length === 0 || !isClear || (!isContent && hasOperation(verb, noun.replaceAll(" ", ""))))
    return;
  return {
    text: `The contract has no operation “${verb} ${noun}${isContent ? " content" : ""}”. Define it yourself:`,
    id: "guides/other-endpoints.html",
  };

  function hasOperation(action: string, subject: string): boolean {
    // `updateFile` also moves and locks, as its first sentence says. The names of the others say what they do.
    const does = `\\b(${action}s|${action.slice(0, -1)}ies)\\b`;
    const inText = /^(create|delete|get|list)$/.test(action) ? /(?!)/ : new RegExp(does, "i");
    return operations.some((one) => one.noun.endsWith(subject) && (one.verb === action || inText.test(one.text)));
  }
}

const SUBJECTS = new Set(ABSENT.flatMap(({ words }) => words.split(" ")));

/** Records that other records have, and that no operation is about. */
const PARTS = /token|client|instance|item|link|lock|field|policy|version|template|entry/;

const ACTIONS = new Set("create delete get list copy move rename lock restore update assign".split(" "));

/** What a file or folder has, after its name. */
const CONTENT = new Set(["content", "item", "children", "entrie"]);
