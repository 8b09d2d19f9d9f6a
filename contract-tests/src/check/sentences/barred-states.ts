import type { Contract, Operation } from "content-service-contract";
import { bodyProperties } from "../resources/bodies.js";
import { type Kind, ownOperationsByKind, resembles, verbOf } from "../resources/operations.js";
import { plain } from "../resources/payload.js";
import { type Resource, resourceNamed, resourcesAbove } from "../resources/resources.js";
import { referenceTexts, referredIn } from "./references.js";
import { apiText, sentencesAbout, sentencesIn, sentencesOf, sentencesOfResponses } from "./sentences.js";
import { placeIn, type State, statesOf } from "./states.js";
import { AGAIN, CANNOT, IS, MAY, MUST, NOT_POSSIBLE, OTHERWISE, oneOf, pattern, QUOTE, wordPattern } from "./words.js";

/** An operation that the contract rejects while a record is in one of some states. */
export interface Barrier {
  readonly kind: Kind;
  readonly operation: Operation;
  /** Whose record has the state: the resource of the operation, one above it, or one that its body names. */
  readonly holder: Resource;
  readonly states: readonly State[];
}

/** The operations that states bar: "Only drafts can be changed", "409 while archived", "Reopens a canceled booking." */
export function barriersOf(contract: Contract, resources: readonly Resource[], resource: Resource): Barrier[] {
  const referred = referredIn(contract, resources, resource.create).flatMap((one) => [one, ...resourcesAbove(one)]);
  const above = resourcesAbove(resource);
  return ownOperationsByKind(resource).flatMap(([kind, operation]) => {
    if (operation.isSafe) return [];
    const holders = [...new Set([...(kind === "create" ? [] : [resource]), ...above, ...referred])];
    const texts = textsOf(contract, operation);
    return holders
      .flatMap((holder): Barrier[] => {
        const all = statesOf(contract, holder);
        // Of "a new gardener must be active", only another gardener is rejected.
        const isOfNew = pattern`\bnew ${oneOf(holder)}\b`;
        // "An active member of the staff" is the only one to refer to.
        const referring = referenceTexts(contract, resources, operation, holder).flatMap((one) =>
          A_RECORD.test(one) ? one.replace(A_RECORD, "Only $3") : [],
        );
        const own = kind === "create" ? [...texts, ...referring] : texts.filter((one) => !isOfNew.test(one));
        const acting = kind === "action" && holder === resource ? startOf(contract, operation, holder, all) : [];
        const barring = [...own, ...acting].flatMap((text) => barringStates(text, all, holder, resources));
        const isFrozen = kind === "create" || (holder === resource && (kind === "patch" || kind === "replace"));
        const frozen = isFrozen ? frozenStates(contract, operation, holder, all) : [];
        // "The default cannot be switched off" is about a value that the operation sets.
        const switched = isFrozen && kind !== "create" ? bodyProperties(contract, operation) : new Map();
        const isSwitch = ({ property, value }: State) => typeof value === "boolean" && switched.has(property);
        const states = all
          .filter((one) => barring.includes(one) || frozen.includes(one))
          .filter((one) => !isSwitch(one) && !isTolerated(contract, operation, one));
        const isOpen = holder.create !== undefined && (holder.read ?? holder.list) !== undefined && states.length > 0;
        return isOpen ? [{ kind, operation, holder, states }] : [];
      })
      .slice(0, MOST_HOLDERS);
  });
}

/** More are of the same rule. */
const MOST_HOLDERS = 2;

/** The calls that the last record with a value bars: "A team always keeps at least one owner", "The last admin cannot be removed." */
export function lastKept(contract: Contract, { patch, remove }: Resource) {
  const values = [...bodyProperties(contract, patch)].flatMap(([property, at]) =>
    contract.enumAt(at).map((value) => ({ property, value })),
  );
  return Object.entries({ patch, remove }).flatMap(([kind, operation]) => {
    const told = sentencesAbout(contract, operation, /^4(03|09|22)$/);
    const isLast = (value: string) =>
      pattern`\b(at least one|the (only|sole)|last)( remaining)?[ _]${wordPattern(value)}\b`;
    const kept = values.filter(({ value }) => told.some((one) => isLast(String(value)).test(one)));
    return kept.flatMap((one) => (operation === undefined ? [] : { kind, operation, ...one }));
  });
}

/** The state in which an action begins, as in "Start a planned sprint", "Receive a shipment in transit" or "DRAFT to SUBMITTED". */
function startOf(contract: Contract, operation: Operation, holder: Resource, all: readonly State[]): string[] {
  if (!rejectsByState(operation)) return [];
  const noun = oneOf(holder);
  const starts = sentencesOf(contract, operation).flatMap((sentence) => {
    const state = all.find(({ word }) => {
      const own = `${QUOTE}?${wordPattern(word)}${QUOTE}?`;
      return pattern`^(\w+ (an?|the|one) (${own} ${noun}|${noun} ${own})\b|${own} (to|→|->) )`.test(sentence);
    });
    return state === undefined ? [] : `Only ${state.word}.`;
  });
  // Several are the ways of an action that takes the next state.
  return starts.length === 1 ? starts : [];
}

/** Whether an operation may succeed in a state: "Canceling one that is already canceled changes nothing", "is idempotent". */
function isTolerated(contract: Contract, operation: Operation, state: State): boolean {
  const isOwn = resembles(plain(state.word), verbOf(operation));
  const told = sentencesOf(contract, operation).filter((one) => TOLERATES.test(one) && !REJECTS.test(one));
  return told.some((one) => placeIn(one, state) >= 0 || (isOwn && ANOTHER_TIME.test(one)));
}

const TOLERATES = /\b(changes? nothing|no effect|does nothing|no-?op|is idempotent|(as it is|unchanged)(?=[.;]?$))/i;
const REJECTS = pattern`\b(4\d\d|re(fus|ject)|fail|conflict|${CANNOT}|${NOT_POSSIBLE})`;
const ANOTHER_TIME = pattern`\b(${AGAIN}|twice|already|idempotent)\b`;

/** The states of a record in which it takes no changes, as an action that leads to one says: "Archives the site, which makes it read-only." */
function frozenStates(contract: Contract, operation: Operation, holder: Resource, all: readonly State[]): State[] {
  if (!rejectsByState(operation)) return [];
  const freezing = holder.actions.filter((one) => sentencesOf(contract, one).some((text) => FREEZES.test(text)));
  // "An archived project is read-only" in the description of the API.
  const named = pattern`^(?:an? |all )?([\w-]+) ${oneOf(holder)}s? (?:is|are) read-?only\b`;
  const told = sentencesIn(apiText(contract)).flatMap((one) => named.exec(one)?.[1] ?? []);
  return all.filter(({ word }) => told.includes(word) || freezing.some((one) => resembles(plain(word), verbOf(one))));
}

function rejectsByState({ responses }: Operation): boolean {
  return responses.some(({ status }) => status === "409" || status === "423");
}

const FREEZES = /\bread-?only\b|\bfreezes?\b/i;

/** The sentences that say when an operation is rejected: those about conflicts, and those of its description that bar something. */
function textsOf(contract: Contract, operation: Operation): string[] {
  const sentences = sentencesOf(contract, operation);
  // "Any other status gives a 409" and "Other orders cannot be deleted" are about the sentence before them.
  const whole = sentences.map((one, index) =>
    /^(any |all )?other\b/i.test(one) ? `${sentences[index - 1] ?? ""} ${one}` : one,
  );
  const described = whole.filter((one) => BARS.test(one) && !OF_SOME.test(one));
  const conditions = sentencesOfResponses(contract, operation, /^4(00|22)$/).filter((one) => /precondition/i.test(one));
  return [...sentencesOfResponses(contract, operation, /^(409|423)$/), ...conditions, ...described];
}

/** The start of the description of a reference. */
const A_RECORD = /^(the )?(ids? of )?((an?|one) )/i;
/** "Archives an active show, which cannot be undone", bars nothing. */
const BARS = pattern`\b(${CANNOT}(?! be (undone|reversed|reverted|taken back)\b)|${NOT_POSSIBLE}|${MUST}|4(00|09|22)|conflict|fails|only|no longer|unless)\b|→|->`;
/** A list of changes of the state, and when each is permitted. */
const TRANSITIONS = pattern`\btransitions?\b[^.]*:|\bfrom ${QUOTE}?\w+${QUOTE}? to\b`;
/** "`remarks` may not be empty when the result is fail": the values of a request. */
const OF_VALUES = `${CANNOT} be (?:empty|null|blank|omitted|left out)\\b`;
/** "A closed ticket can be reopened for 14 days, then 409". */
const FOR_A_TIME = `${MAY} (?:only )?be \\w+ (?:for|within|up to|until)\\b`;
/** "A coordinator may cancel only drafts that he or she created": some callers alone. */
const OF_ONE_USER =
  "(?:that|which|those) (?:he|she|they|it)(?: or (?:he|she))? (?:created|own)|(?:his|her|their) own\\b";
/** "`title` can be changed at any time, `kind` only in a draft", "shared in advance, but the link only works while it is open". */
const OF_PARTS = "at any time\\b|only works\\b";
const OF_SOME = pattern`\b(${OF_ONE_USER}|${OF_VALUES}|${FOR_A_TIME}|${OF_PARTS})`;

/** "Isn't", "are no longer", "is anything but": words behind "is". */
const NO = "(?:n't| not| no(?: longer)?| never| anything but)";
const MUST_BE = `${MUST}(?: (?!not)\\w+){0,3} be`;
/** "Only booked ones", "only while booked"; "only hosts may change a booked one" is about callers. */
const ONLY = `only(?!(?: [\\w'\`"]+){0,4} (?:${MAY}|could|must|are allowed)\\b)(?:,(?= (?:in|from|while|when|if|as long as)\\b))?(?: [\\w'\`"]+){0,6}`;
/** Words before a state that say that the operation needs it. */
const NEEDS_IT = pattern`\b(${ONLY}|${MUST_BE}( [\w'-]+){1,8} with|${MUST_BE}|(unless|while not|until)( it| they)?( is| are)?|other than|(any|every)thing but|except( for)?|(${IS}|be|been)${NO}|^not|not yet|neither|nor)( in| is| are| the| a| an| its| state| status| stage| phase| still| yet| currently| any (more|longer))* ?[\`"'(]?$|\bnon-$`;
/** "The plot must be vacant, its site open and the gardener active": words before a later state of such a list. */
const NEEDS_TOO = pattern`\b${MUST} be\b.*(,|\band) (and )?(its|the|their|an?) [\w-]+ ${QUOTE}?$`;
/** "Drafts only." */
const ONLY_AFTER = /^[`"']?s?( [\w-]+)? only\b/i;
/** "Changes a draft (409 otherwise)", "Pays an approved claim; any other status gives a 409". */
const IN_OTHERS = pattern`\b409\b[^.]*\b${OTHERWISE}\b|\b${OTHERWISE}\b[^.]*\b409\b|\. (any |all )?other\b[^.]*\b409\b`;
const ARROW = /→|->/;
const OF_NUMBER = /^[`"']? (amount|total|sum|price|balance|quantity|number|capacity|hours|value)\b/i;
/** Words before a state that is that of other records, or after which others bar something. */
const OF_OTHERS = pattern`\b((?<!${IS} )no longer|(past|beyond)( the)?( status| state)?|(ha(s|ve)(?! to be\b)|contains?|there (is|are)|another|other|any|existing|already an?)( [\w'\`"]+){0,3}|(${MAY}|can ?not|can't|may not|(?<!ha(s|ve) )to)( no longer)? be( \w+,?( (and|but|or|only))+)?) ?${QUOTE}?$`;
/** "All must be products which are not retired", "Changes a plan that is not closed (409 otherwise)": those in the state are rejected. */
const EXCEPT = pattern`\b(which|that|who) ${IS}${NO}( yet)? ?[\`"'(]?$`;
const NEEDS_ONE = pattern`\b(${MUST}|only)\b(?! not\b)`;

/** Whether the words before a state have another record as their subject: "a gardener must be active" says nothing of a tenancy. */
function isOfOther(before: string, holder: Resource, resources: readonly Resource[]): boolean {
  const [, subject = ""] = SUBJECT.exec(before) ?? [];
  const named = resourceNamed(resources, subject);
  return named !== undefined && named !== holder && resourceNamed(resources, holder.name) !== named;
}

const SUBJECT = pattern`([\w-]+) (?:${MUST}|${IS})(?: \w+){0,3} ?[\`"]?$`;

/** The states of a resource in which a sentence says that something is rejected. */
function barringStates(sentence: string, all: readonly State[], holder: Resource, resources: readonly Resource[]) {
  const named = all.flatMap((state) => {
    const place = placeIn(sentence, state);
    if (place < 0) return [];
    const before = sentence.slice(0, place);
    const after = sentence.slice(place + state.word.length);
    // "The person who submitted it."
    if (/\b(who|that|which) (has |have )?$/i.test(before) && /^ (it|them|the|this|an?)\b/i.test(after)) return [];
    // "If the tool is restricted and the member not trained" is about both.
    if (/\b(if|when|while) [^,;]*\band\b[^,;]*$/i.test(before) || /^ and (the|its|their) \w+ /i.test(after)) return [];
    // "409 if nothing has been captured" is about the others, and "exceeds the captured amount" about a number.
    if (/\b(nothing|none|nobody|no one)\b[^.,;]*$/i.test(before) || OF_NUMBER.test(after)) return [];
    // "Open surveys have to be closed first" is about the open ones.
    if (pattern`\b${MUST} be $`.test(before) && /^ first\b/i.test(after)) return [];
    // "Employees with active reports."
    if (/\bwith (an? |any )?$/i.test(before) && /^ (?!status)[\w-]+s\b/i.test(after)) return [];
    // "If it is closed while a delivery is on its way" is about closing it.
    if (/^ (while|when)\b/i.test(after)) return [];
    // "Status of a resolved ticket": its other properties can be changed.
    if (pattern`\b${wordPattern(state.property)} of (the|an?) $`.test(before)) return [];
    // "draft → sent": the first one is needed, the second one comes of it.
    if (ARROW.test(before)) return [];
    const [, next = ""] = /^[`"']?s? ([a-z_]+)/i.exec(after) ?? [];
    const owner = resourceNamed(resources, next);
    // "The production is active" says nothing of the department `PRODUCTION`.
    const isNoun = !/[`"']$/.test(before) && resourceNamed(resources, state.word) !== undefined;
    const isOther = isNoun || isOfOther(before, holder, resources) || (owner !== undefined && owner !== holder);
    if (isOther || OF_OTHERS.test(before)) return [];
    const isExcept = EXCEPT.test(before) && (NEEDS_ONE.test(before) || IN_OTHERS.test(sentence));
    const isNeeded =
      !isExcept &&
      ([NEEDS_IT, NEEDS_TOO].some((one) => one.test(before)) ||
        [ARROW, IN_OTHERS].some((one) => one.test(sentence)) ||
        ONLY_AFTER.test(after));
    return [{ state, isNeeded }];
  });
  const needed = named.filter(({ isNeeded }) => isNeeded).map(({ state }) => state);
  const [first] = needed;
  if (first === undefined && TRANSITIONS.test(sentence)) return [];
  if (first === undefined) return named.map(({ state }) => state);
  const listed = named.map(({ state }) => state);
  return all.filter((one) => one.property === first.property && !listed.includes(one));
}
