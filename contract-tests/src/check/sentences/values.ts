import { type Contract, type Operation, remembered } from "content-service-contract";
import { bodyProperties, isTime, type Leaf } from "../resources/bodies.js";
import { plain, propertiesOfRecord, propertiesShown } from "../resources/payload.js";
import type { Resource } from "../resources/resources.js";
import { schemaText, sentencesAbout, sentencesIn, sentencesOf } from "./sentences.js";
import { mentions, mentionsLoosely, oneOf, pattern, QUOTE, someOf, wordPattern } from "./words.js";

/** Whether texts are the same in upper and lower case: "Unique regardless of case", "`abc-1` and `ABC-1` are the same." */
export function ignoresCase(text: string): boolean {
  const [, one, other] = SAME.exec(text) ?? [];
  return IGNORES_CASE.test(text) || (one !== undefined && one.toLowerCase() === other?.toLowerCase());
}

/** Whether a value of a request is so, by its description or that of the operation: "Names are unique, ignoring case." */
export function isSameInAnyCase(contract: Contract, operation: Operation, { name, schema }: Leaf): boolean {
  const about = pattern`\b${someOf({ name })}\b.*\bunique\b|\bunique\b.*\b${someOf({ name })}\b`;
  const told = sentencesAbout(contract, operation, /^4(09|22)$/).filter((one) => about.test(one));
  return [schemaText(contract, schema), ...told].some(ignoresCase) || isFolded(contract, operation, name);
}

const SAME = pattern`${QUOTE}([\w-]+)${QUOTE} and ${QUOTE}([\w-]+)${QUOTE}[^.;]* same\b`;

const IGNORES_CASE =
  /\bignor\w+ (the )?(upper and lower )?case\b|\bcase (is|are) ignored\b|\bcase[- ]insensitiv|\b(in|whatever|regardless of|without regard to) (the |its |any |upper (and|or) lower )?case\b|\bcase (does not matter|makes? no difference|(are|being|count as) the same)\b/i;

/** Whether a time is later than the request, by its description or its name: "Must be in the future", `deadline`. */
export function isInFuture(contract: Contract, schema: string, name = ""): boolean {
  return FUTURE.test(schemaText(contract, schema)) || ENDS.test(plain(name));
}

const ENDS = /deadline|^(due|expir|validuntil|validto|closes|closing)/;

const FUTURE =
  /(?<!\bnot (be )?)\bin the future\b|\bnot (be )?in the past\b|\b(after|later than) (now|the present|today)\b/i;

/** Whether a service may ignore a property of a request: "Ignored for receipts." */
export function isIgnored(contract: Contract, operation: Operation, name: string): boolean {
  const at = bodyProperties(contract, operation).get(name);
  return at !== undefined && IGNORED.test(schemaText(contract, at));
}

/** Whether a service changes the case of a text, as any of its operations says: "The plate is stored in capitals, without blanks." */
export function isFolded(contract: Contract, operation: Operation, name: string): boolean {
  const at = bodyProperties(contract, operation).get(name);
  if (at === undefined) return false;
  return FOLDED.test(schemaText(contract, at)) || foldings(contract).some((one) => mentionsLoosely(one, name));
}

const foldings = remembered((contract: Contract) =>
  contract.operations.flatMap((one) => sentencesOf(contract, one)).filter((one) => FOLDED.test(one)),
);

const FOLDED =
  /\b(stored|saved|kept|shown|returned|converted|normali[sz]ed|folded|(made|turned) )\b[^.;]*\b((lower|upper)[- ]?case|capitals)|\b(lower|upper)-?cased\b/i;
/** A position that others make room for is no value to keep. */
const IGNORED = /\bignored\b|\bto the end\b|\bwithout gaps\b|\bothers (move|shift)\b/i;

/** Whether the description of a value compares it with another one: "Must be after `starts_on`." */
export function isComparedWith(contract: Contract, schema: string, name: string): boolean {
  const text = schemaText(contract, schema);
  return COMPARES.test(text) && mentions(text, name);
}

const COMPARES = pattern`\b(before|after|later|earlier|greater|less|lower|higher|exceed|above|below|least|most|precede)`;

/** Whether one value must be later than another one, by its description: "Later than the planned arrival" for `arrivalPlannedAt`. */
export function isLaterThan(contract: Contract, end: Leaf, start: Leaf): boolean {
  const [, told = ""] = LATER.exec(schemaText(contract, end.schema)) ?? [];
  const words = start.name.replace(/(?<=[a-z])(?=[A-Z])/g, " ").split(/[ _-]/);
  const nouns = words.filter((one) => !/^(at|on|date|time)$/i.test(one));
  return (
    isTime(contract, end.schema) && isTime(contract, start.schema) && nouns.every((one) => mentionsLoosely(told, one))
  );
}

const LATER = /\b(?:later than|after)\b([^.;]*)/i;

/** Whether a version is another one after each change: "Goes up by one with every change." */
export function followsEachChange(contract: Contract, schema: string): boolean {
  return FOLLOWS.test(schemaText(contract, schema));
}

const FOLLOWS =
  /\b(goes up|changes|incremented|increases|raised|rises|another|new)\b.* (every|each|any) (change|update|write)\b/i;

/** Whether a version is another one after each record below its own: "Goes up with each change, also with the adding of a line." */
export function countsParts(text: string, part: Resource): boolean {
  return (
    FOLLOWS.test(text) && pattern`\b(adding|removing|removal|creation|deletion)\b[^.;]* ${oneOf(part)}\b`.test(text)
  );
}

/** The property of a request that holds an etag or, as "The version that you have read last" says, the version of the record. */
export function tagIn(contract: Contract, operation: Operation): string | undefined {
  const texts = sentencesAbout(contract, operation, /^(409|412)$/);
  const shown = propertiesOfRecord(contract, operation);
  const isTag = ([name, at]: [string, string]) => {
    if (contract.schemaAt(at)["readOnly"] === true) return false;
    // "Optimistic locking" can stand beside the property of the record alone.
    const described = [at, shown.get(name) ?? at].map((one) => schemaText(contract, one));
    const isVersion = VERSION_NAME.test(plain(name)) && contract.hasType(at, "integer");
    const isTold = () => [...described, ...texts].some((one) => VERSIONS_COMPARED.test(one));
    return plain(name) === "etag" || (isVersion && isTold());
  };
  return [...bodyProperties(contract, operation)].find(isTag)?.[0];
}

const VERSION_NAME = /^(row|lock)?(version|revision)$/;
/** How a text says that a change is rejected where somebody else has changed the record. */
const VERSIONS_COMPARED =
  /\bversion (that )?(the|you|client)\b.*\b(read|based|seen|known)\b|\bversion\b[^.;]*\blast (read|seen|known|loaded|fetched)\b|\b(changed|modified|updated) (by (someone|somebody|another|others)|since|in the meantime|meanwhile)\b|\bversion\b.*\b(current|conflict|stale|outdated|match|differ)|\b(stale|outdated|older?|wrong) version\b|\boptimistic\b/i;

/** A property that follows from others of its record. */
export interface Derived {
  readonly name: string;
  /** The list over whose records it is the sum. */
  readonly list?: string;
  readonly first: string;
  /** Each with its operator. */
  readonly others: readonly (readonly [operator: string, name: string])[];
  /** Its value in some cases: "0 once waived", "never negative". */
  readonly otherwise: number | undefined;
}

/** What the properties of a record follow from: "`quantity` times `unitPrice`", "Sum of `quantity` times `price` over the lines." */
export function derivedIn(contract: Contract, operation: Operation | undefined): Derived[] {
  const properties = propertiesShown(contract, operation);
  const find = (own: ReadonlyMap<string, string>, word = "") =>
    [...own.keys()].find((one) => plain(one) === plain(word));
  const itemsOf = (at: string) =>
    "items" in contract.schemaAt(at) ? contract.propertiesOf(contract.itemsOf(at)) : new Map();
  return [...properties].flatMap(([name, at]) => {
    const text = schemaText(contract, at);
    const [, number = "0"] = OTHERWISE.exec(text) ?? [];
    const otherwise = OTHERWISE.test(text) ? Number(number) : undefined;
    return sentencesIn(text.replace(OTHERWISE, "")).flatMap((sentence): Derived[] => {
      const bare = SIGNS.reduce(
        (one, [sign, word]) => one.replaceAll(sign, ` ${word} `),
        sentence.replace(/[`.;]/g, ""),
      );
      const [, item] = SUM_OF_ITEMS.exec(bare) ?? [];
      const ofItems = [...properties].filter(([, own]) => item !== undefined && find(itemsOf(own), item) !== undefined);
      const [, summed = item ?? bare, of = ofItems.length === 1 ? ofItems[0]?.[0] : undefined] = SUM.exec(bare) ?? [];
      const list = find(properties, of);
      const items = contract.itemsOf(properties.get(list ?? "") ?? at);
      const own = list === undefined ? properties : contract.propertiesOf(items);
      const [first, ...rest] = summed.split(OPERATOR);
      const names = [first, ...rest.filter((_, index) => index % 2 === 1)].map((word) => find(own, word));
      const isOpen = list === undefined && (rest.length === 0 || of !== undefined || names.includes(name));
      if (isOpen || names.includes(undefined)) return [];
      const [start = "", ...operands] = names.flatMap((one) => one ?? []);
      const others = operands.map((one, index) => [rest[2 * index] ?? "", one] as const);
      return [{ name, ...(list !== undefined && { list }), first: start, others, otherwise }];
    });
  });
}

const SUM = /^(?:the )?sum of (.+) (?:over|across|of|for) (?:(?:all|the|its|each|every) )*(\w+)$/i;
/** "Sum of the amounts", of the one list whose entries have an amount. */
const SUM_OF_ITEMS = /^(?:the )?sum of (?:(?:the|its|all) )*(\w+?)s?$/i;
const SIGNS = [
  [/ (×|x|\*|multiplied by) /g, "times"],
  [/ \+ /g, "plus"],
  [/ [-−–] /g, "minus"],
] as const;
const OTHERWISE = /[,;]? (?:(-?\d+(?:\.\d+)?) (?:once|when|while|if)\b[^.;]*|never (?:negative|below (?:0|zero)))/i;
const OPERATOR = / (plus|minus|less|times) /;

/** The least or the greatest number that a property may have, as a rejection says: `"guests": ["must be at least 10"]`. */
export function boundIn(rejection: string, name: string): Bound | undefined {
  const [, words = "", number] =
    pattern`\b${wordPattern(name)}\b[^\]}]{0,80}?\b${BOUND} (-?\d+(?:\.\d+)?)`.exec(rejection) ?? [];
  if (number === undefined) return undefined;
  const isMost = /most|maximum|exceed|^less|^no.* (more|greater|larger|higher) /i.test(words);
  return { number: Number(number) + (/^(greater|more) than$/i.test(words) ? 1 : 0), step: isMost ? -1 : 1 };
}

/** A number, and in which direction others are valid. */
export interface Bound {
  readonly number: number;
  readonly step: 1 | -1;
}

const BOUND =
  "(at least|at most|not? (?:be )?(?:less|more|greater|smaller|larger|lower|higher) than|not exceed|(?:greater|less) than or equal to|(?:greater|more) than|(?:minimum|maximum)(?: is| of)?)";
