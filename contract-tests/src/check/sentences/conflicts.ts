import { type Contract, type Operation, pointer, valueAt } from "content-service-contract";
import { allLeaves, bodyProperties, type Leaf } from "../resources/bodies.js";
import { plain } from "../resources/payload.js";
import type { Resource } from "../resources/resources.js";
import { referredIn } from "./references.js";
import { schemaText, sentencesAbout, sentencesIn, sentencesOf, sentencesOfResponses } from "./sentences.js";
import { type State, statesIn, statesOf } from "./states.js";
import {
  AGAIN,
  AT_MOST,
  CANNOT,
  MANY,
  MAY,
  MUST,
  mentionsLoosely,
  NEEDS,
  numberOf,
  oneOf,
  pattern,
  REJECTED,
  someOf,
  wordsOf,
} from "./words.js";

/** Whether equal records are rejected, by an operation, the 409 or a property: "The name is taken", "Unique in the library." */
export function documentsDuplicates(contract: Contract, own: Operation | undefined): boolean {
  if (own === undefined) return false;
  const { responses, pointer: operation } = own;
  const conflict = responses.find(({ status }) => status === "409");
  const isUnique = [...bodyProperties(contract, own)].some(
    ([name, at]) => !/ids?$/i.test(name) && UNIQUE.test(schemaText(contract, at)),
  );
  const sentences = sentencesOf(contract, own);
  const isTold = sentences.some((one) => /\b4(09|22)\b|\bunique\b/.test(one) && TAKEN.test(one));
  if (isTold || (conflict !== undefined && sentences.some((one) => ONE_PER.test(one) || ONCE.test(one)))) return true;
  if (conflict === undefined) return isUnique && responses.some(({ status }) => status === "400" || status === "422");
  // A description beside a reference is that of this operation.
  const response = valueAt(contract.document, pointer(operation, "responses", "409"));
  const text = JSON.stringify([response ?? "", valueAt(contract.document, conflict.pointer) ?? ""]);
  // Another body with the same key is another conflict, and so is a request at the same time.
  const shown = text.replaceAll(OF_REQUESTS, "");
  return !ABOUT_MANY.test(shown) && (ABOUT_EQUALS.test(shown) || isUnique);
}

/** "The unique identifier of the customer" is that of another record. */
const UNIQUE = /\bunique\b(?! id)|\bno two\b[^.]*\b(same|share)\b/i;
/** "One active enrolment per student", "one review each". */
const ONE_PER = /\bone (\w+ ){1,2}(per|for each) \w+|\bone \w+ each\b/i;
/** "Can be reversed only once", "cannot be redeemed twice". */
const ONCE = pattern`\bonly once\b|\b${CANNOT} be \w+ (twice|a second time)\b`;
const TAKEN = pattern`\b${MUST} (still )?be (free|unique)\b|\b(is|are) unique (in|with|among|per)|taken\b(?! (?:away|off|out|from|back|over))|\balready (exists?|\w+ed|in use|has (an?|one|this))\b|\bha(s|ve) (\w+ ){1,4}already\b|\bduplicate|\b(name|key|code|slug|title|serial|e-?mail|address)( [\w-]+){0,3} in use\b`;
const OF_REQUESTS =
  /\b((the |an? )?(same|other|another) )?(idempoten\w*[- ])?\bkey\b[^.,;"]*|\ban?other (request|change|update|process|client)\b/gi;
/** "The order already has 20 lines." */
const ABOUT_MANY = pattern`twice|times|limit|maximum|quota|\balready (?:has|have|holds?) ${MANY}\b`;
const ABOUT_EQUALS = /exist|duplicate|unique|taken|in use|\bused (by|in)\b|already|same|another|has (a|this)\b/i;

/** Whether the values of deleted records can be used again: "Its name can be used again", "Frees the code." */
export function freesValues(contract: Contract, { create, remove }: Resource): boolean {
  if (create === undefined || remove === undefined) return false;
  const described = [...bodyProperties(contract, create).values()].map((at) => schemaText(contract, at));
  const sentences = [create, remove].flatMap((one) => sentencesOf(contract, one));
  return [...sentences, ...described].some((one) => FREES.test(one));
}

const FREES = pattern`\b${MAY} be (re-?used|(used|taken|registered) again)\b|\b(free|available) again\b|\bbecomes? (free|available)\b|\bfrees? (the|its) (name|code|address|number|slug|e-?mail)`;

/** What a creation says of times that overlap, unless some of them are permitted: "The room is already booked then." */
export function overlapTold(contract: Contract, { create }: Resource): string | undefined {
  return sentencesAbout(contract, create, /^4(09|22)$/).find((one) => OVERLAPS.test(one) && !SEVERAL.test(one));
}

/** The states of records that take no time from others: "Canceled and expired bookings do not block." */
export function freeStates(contract: Contract, resource: Resource): State[] {
  const told = sentencesOf(contract, resource.create).filter((one) => FREE.test(one));
  return overlapTold(contract, resource) === undefined ? [] : statesIn(told.join(" "), statesOf(contract, resource));
}

const FREE = /\b(do(es)? not|don't|never) (block|count|overlap|conflict)\b/i;
const OVERLAPS =
  /\boverlap|\bdouble[- ]book|\balready (booked|reserved|occupied)\b|\b(day|hour|time) (may|can|must) (not )?be shared\b/i;
/** "No day may be shared": the last day of one is not the first of the next. */
export const WHOLE_DAYS =
  /\bday (may|can|must) (not )?be shared\b|\bsame day\b|\binclusive\b|\bboth (days )?included\b/i;
const SEVERAL = pattern`\b(${AT_MOST}|more than|capacity|seats|places|limit)\b`;

/** Whether a request with the `Idempotency-Key` of an earlier one succeeds: "With the same Idempotency-Key it can be repeated." */
export function repeatsByKey(contract: Contract, operation: Operation): boolean {
  return sentencesOf(contract, operation).some((one) => REPEATS.test(one));
}

/** Whether the `Idempotency-Key` of another request is rejected: "The same key with another body is rejected with 409." */
export function bindsKeys(contract: Contract, operation: Operation): boolean {
  return sentencesAbout(contract, operation, /^4(09|22)$/).some((one) => BINDS.test(one) && REJECTS.test(one));
}

const BINDS = /\bkey\b.*\b(another|other|different) (request|body|payload|content)\b/i;
const REJECTS = pattern`\b${REJECTED}\b|\b422\b`;
const REPEATS = pattern`\bidempoten\w*[- ]key\b.*\b${AGAIN}\b`;

/** How many records of a resource another one may have. */
export interface Limit {
  /** Undefined for the user of the token. */
  readonly holder: Resource | undefined;
  readonly most: number;
  /** The property of the holder that says so. */
  readonly property?: string;
}

/**
 * How many records of a resource one above has, one that they refer to, or the user: "A shelf has at most 8 books", "Up to
 * three notes per book", "if the member already has three active loans", "A user has at most three open loans".
 */
export function limitOf(contract: Contract, resources: readonly Resource[], resource: Resource): Limit | undefined {
  const { create, parent, isChosen } = resource;
  if (create === undefined || isChosen) return undefined;
  const [own, some] = [oneOf(resource), someOf(resource)];
  const sentences = sentencesAbout(contract, create, /^4\d\d$/);
  const holders = [...(parent === undefined ? [] : [parent]), ...referredIn(contract, resources, create), undefined];
  const limits = holders.flatMap((holder) => {
    const above = holder === undefined ? "(?:user|caller)" : oneOf(holder);
    const most = pattern`\b${above} (?:has|have|can have|may have|takes|holds)(?: ${AT_MOST})? (\d+|\w+) (?:\w+ )?${own}`;
    const each = pattern`\b${AT_MOST} (\d+|\w+) ${some} (?:per|for each|in an?|on an?) ${above}\b`;
    const already = pattern`\b${above}\b[^.]* already has (\w+) (?:\w+ )?${some}\b`;
    const before = pattern`\b${above}\b[^.]* has (\w+) (?:\w+ )?${some} already\b`;
    const counts = sentences.flatMap((one) =>
      [most, each, already, before].flatMap((form) => form.exec(one)?.[1] ?? []),
    );
    const number = counts.map((one) => numberOf(one) ?? 0).find((one) => one > 0 && one <= MOST_RECORDS);
    return number === undefined ? [] : [{ holder, most: number }];
  });
  return limits[0] ?? capacityOf(contract, sentences, holders);
}

/** The least capacity of one that holds others: "409 when the group is at its capacity", by a number with which it is created. */
function capacityOf(contract: Contract, sentences: readonly string[], holders: readonly (Resource | undefined)[]) {
  const limits = holders.flatMap((holder): Limit[] => {
    const isFull = holder && sentences.some((one) => FULL.test(one) && mentionsLoosely(one, oneOf(holder)));
    const numbers = isFull ? [...bodyProperties(contract, holder.create)] : [];
    return numbers.flatMap(([property, at]): Limit[] => {
      const most = Math.max(1, Number(contract.schemaAt(at)["minimum"] ?? 1));
      const isCapacity = contract.hasType(at, "integer") && CAPACITY.test(plain(property)) && most <= MOST_RECORDS;
      return isCapacity ? [{ holder, most, property }] : [];
    });
  });
  return limits[0];
}

const FULL = /\b(capacity|full|fully booked|sold out|no (more |free )?(room|seats?|places?|spots?|space|slots?))\b/i;
const CAPACITY = /^(max\w*|\w*(capacity|seats|places|spots|slots))$/;

/** More would take many calls. */
const MOST_RECORDS = 12;

/** Whether an action is possible for one record at a time: "The unit has another active lease", "One loan at a time." */
export function allowsOne(contract: Contract, resource: Resource, operation: Operation): boolean {
  const own = oneOf(resource);
  const one = pattern`\bone (\w+ )?${own} at a time\b|\bha(s|ve) (an?other|already an?) (\w+ )?${own}\b`;
  return sentencesAbout(contract, operation, /^409$/).some((sentence) => one.test(sentence));
}

/** The number in a request of which all together have a limit: "All refunds together must not exceed the paid amount." */
export function summedIn(contract: Contract, operation: Operation | undefined): Leaf | undefined {
  const numbers = allLeaves(contract, operation).filter(({ value }) => typeof value === "number");
  const told = sentencesAbout(contract, operation, /^4(00|09|22)$/).filter((one) => EXCEEDS.test(one));
  return numbers.find(({ name, schema }) => {
    const isNamed = (one: string) => wordsOf(name).some((word) => mentionsLoosely(one, word));
    const texts = [
      ...told.filter(isNamed),
      ...sentencesIn(schemaText(contract, schema)).filter((one) => EXCEEDS.test(one)),
    ];
    return texts.some((one) => TOGETHER.test(one));
  });
}

const EXCEEDS = pattern`\b(exceed|beyond|(more|larger|greater|higher) than|${AT_MOST})`;
const TOGETHER =
  /\b(together|in total|altogether|sum of|what is left|remaining|not (yet )?been \w+( yet)?|still open)\b/i;

/** Whether an action is rejected for a record without a part: "The order needs at least one line", "409 if it has no lines." */
export function needsPart(contract: Contract, action: Operation, part: Resource): boolean {
  const [own, some] = [oneOf(part), `(?:[\\w-]+ ){0,2}${someOf(part)}\\b`];
  const needs = pattern`\b(${NEEDS}|${MUST} (have|contain|include))\b[^.;]*\bat least (one|1) ([\w-]+ ){0,2}${own}\b`;
  const without = pattern`\bwithout (any )?${some}[^.;]*\b(${CANNOT}|${REJECTED})|\b(${CANNOT}|409)\b[^.;]*\b(without|ha(s|ve) no) ${some}`;
  const missing = pattern`\b(without|no) ${some}|\b${some} (is|are) missing\b`;
  return (
    sentencesOf(contract, action).some((one) => needs.test(one) || without.test(one)) ||
    sentencesOfResponses(contract, action, /^4(09|22)$/).some((one) => needs.test(one) || missing.test(one))
  );
}

/** The properties that one record alone has: "There is only one default, the previous one is switched off." */
export function onlyOnesOf(contract: Contract, { create, patch, replace }: Resource): string[] {
  const all = [create, patch, replace].flatMap((one) => [...bodyProperties(contract, one)]);
  const isOnly = (text: string) => ONE_ALONE.test(text) && !/\b(per|each|every)\b/i.test(text);
  const told = all.filter(([name, at]) => ONLY_ONE.test(plain(name)) && isOnly(schemaText(contract, at)));
  return [...new Set(told.map(([name]) => name))];
}

/** The names of such properties. */
export const ONLY_ONE = /^(is)?(default|primary|main)$/;

const ONE_ALONE = /\bonly one\b|\bprevious (one|default)\b|\bone default\b/i;
