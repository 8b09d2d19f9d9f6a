import {
  type CallInput,
  type Contract,
  type Operation,
  pointer,
  requestMedia,
  withValue,
} from "content-service-contract";
import type { Plan } from "../records/records.js";
import { placeIn, type State, stateChanges, statesOf } from "../records/states.js";
import type { Subject } from "../records/trace.js";
import { closedTransitions, type Transition } from "../records/transitions.js";
import { bodyProperties, wrapperOf } from "../resources/new-values.js";
import { type Kind, ownOperationsByKind } from "../resources/operations.js";
import { plain, shown, singular } from "../resources/payload.js";
import { referenceTexts, referredIn } from "../resources/references.js";
import { type Resource, resourceNamed, resourcesAbove } from "../resources/resources.js";
import { sentencesOf, sentencesOfResponses, wordPattern } from "../resources/sentences.js";
import { resembles, verbOf } from "../resources/verbs.js";
import { type Principle, rejecting } from "./principle.js";

/** An operation that the contract rejects while a record is in one of some states. */
interface Barrier {
  readonly kind: Kind;
  readonly operation: Operation;
  /** Whose record has the state: the resource of the operation, one above it, or one that its body names. */
  readonly holder: Resource;
  readonly states: readonly State[];
}

/** The calls that the contract rejects in some states of a record, each with a record in such a state. */
export function stateCalls({ session, recorder, records, resources, resource }: Plan) {
  const { contract } = session;
  const { createNew, read, pathAbove, actionInput } = records;
  const { bring, stateInputs } = stateChanges({ session, recorder, ...records });
  const inStates = new Map<string, Subject>();
  return { tryInStates };

  async function tryInStates(): Promise<void> {
    for (const barrier of barriersOf(contract, resources, resource)) {
      for (const state of barrier.states.slice(0, MOST_STATES)) {
        const isTried = await tryIn(barrier, state);
        // What the record refers to may be taken, such as a unit that is let.
        if (!isTried && records.forgetShared()) await tryIn(barrier, state);
      }
    }
    const closed = closedTransitions(contract, resource);
    for (const from of new Set(closed.map((one) => one.from)))
      for (const one of closed.filter((other) => other.from === from).slice(0, MOST_WAYS)) await tryTransition(one);
  }

  /** Brings a record into a state, and from there into one that the contract has no way to. */
  async function tryTransition({ operation, from, to }: Transition): Promise<void> {
    const subject = (await recordIn(resource, from)) ?? (await createNew(resource));
    if (subject === undefined || !(await bring(subject, from))) return;
    inStates.set(`${from.property} ${from.value}`, subject);
    const at = `${wrapperOf(contract, requestMedia(operation))}${pointer("", to.property)}`;
    const isPatch = operation === resource.patch;
    const { body = {}, ...input } = isPatch
      ? { ...session.inputFor(operation.id).input, path: subject.path }
      : await actionInput(operation, subject);
    const named = { ...input, body: withValue(isPatch ? {} : body, at, to.value) };
    const purpose = { kind: "barred", state: heldBy(resource, from) } as const;
    await recorder.call(isPatch ? "patch" : "action", operation, named, { subject, purpose });
    await read(subject);
  }

  /** Returns whether the record came into the state. */
  async function tryIn({ kind, operation, holder }: Barrier, state: State): Promise<boolean> {
    const isNew = kind === "create";
    const held = (isNew ? undefined : await recordIn(holder, state)) ?? (await createNew(holder));
    if (held === undefined) return false;
    const unshare = records.share(held);
    const subject = isNew ? await aboveNew(held) : await existing(held);
    // The service may have taken another record that others refer to.
    const isHeld = [resource, ...resourcesAbove(resource)].includes(holder) || records.allShared().includes(held);
    if (kind === "action" && holder === resource && subject === held) await records.makeReady(held);
    // What it refers to cannot be created in some states.
    const whole = subject && isNew ? await actionInput(operation, subject) : undefined;
    const isThere = subject !== undefined && isHeld && (await bring(held, state));
    if (isThere) {
      if (holder === resource) inStates.set(`${state.property} ${state.value}`, held);
      const purpose = { kind: "barred", state: heldBy(holder, state) } as const;
      const about = { purpose, ...(isNew ? {} : { subject }) };
      const named = kind === "action" ? [...(await stateInputs(operation, subject, state))] : [];
      const others = named.flatMap(([value, one]) => (value === state.value ? [] : [one]));
      const inputs =
        others.length > 0 ? others : [withoutState(operation, whole ?? (await actionInput(operation, subject)), state)];
      // What the new record refers to can be left out.
      const isNamed = ({ path, body }: CallInput) => JSON.stringify([path, body]).includes(JSON.stringify(held.id));
      for (const input of isNew ? inputs.filter(isNamed) : inputs) {
        const step = await recorder.call(kind, operation, input, about);
        if (isNew && step?.isSuccess) records.adopt(resource, step, subject.path);
        if (!isNew) await read(subject);
      }
    }
    unshare();
    return isThere;
  }

  /** A record of the resource that an earlier call left in a state: to bring another one there can take many calls. */
  async function recordIn(holder: Resource, state: State): Promise<Subject | undefined> {
    const held = holder === resource ? inStates.get(`${state.property} ${state.value}`) : undefined;
    return held !== undefined && state.isHeldBy(await records.present(held)) ? held : undefined;
  }

  /** A record of the resource that belongs to another one. */
  async function existing(held: Subject): Promise<Subject | undefined> {
    if ([resource, ...resourcesAbove(resource)].includes(held.resource)) return records.createBelow(held, resource);
    return createNew(resource);
  }

  /** Where a record of the resource would belong to another one. */
  async function aboveNew(held: Subject): Promise<Subject | undefined> {
    const { parent } = resource;
    const isAbove = parent !== undefined && resourcesAbove(resource).includes(held.resource);
    const path = isAbove ? (await records.createBelow(held, parent))?.path : await pathAbove(resource);
    return path && { resource, path, id: undefined };
  }

  /** The input of a call that leaves the state of the record as it is. */
  function withoutState(operation: Operation, input: CallInput, { property, value }: State): CallInput {
    const media = requestMedia(operation);
    const schema = bodyProperties(contract, media).get(property);
    if (media?.schema === undefined || schema === undefined || input.body === undefined) return input;
    const at = `${wrapperOf(contract, media)}${pointer("", property)}`;
    const bodies = [undefined, value].map((one) => withValue(input.body ?? {}, at, one));
    const body = bodies.find((one) => contract.isValid(media.schema ?? "", one));
    return body === undefined ? input : { ...input, body };
  }
}

function heldBy({ name }: Resource, { property, value }: State): string {
  return `the \`${property}\` of the ${singular(name).replaceAll(/[_-]/g, " ")} is ${shown(value)}`;
}

/** More are of the same rule. */
const MOST_STATES = 4;
const MOST_WAYS = 2;
const MOST_HOLDERS = 2;

/** The principle of states: what the contract rejects in one is rejected. */
export const statePrinciples: readonly Principle[] = [
  rejecting({
    id: "barred-by-state",
    rule: "state-kept",
    concerns: ["create", "patch", "replace", "remove", "action"],
    statement:
      "what the description of a conflict or a failed precondition bars in a state of a record is rejected in it",
    applies: ({ contract, resources }, resource) =>
      barriersOf(contract, resources, resource).length > 0 || closedTransitions(contract, resource).length > 0,
    told: ({ purpose }) => (purpose?.kind === "barred" ? `while ${purpose.state}, as its description says` : undefined),
  }),
];

/** The operations of a resource that states of its records, or of those that they belong to, bar. */
function barriersOf(contract: Contract, resources: readonly Resource[], resource: Resource): Barrier[] {
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
        const isOfNew = new RegExp(`\\bnew ${wordPattern(singular(holder.name))}\\b`, "i");
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
        const switched = isFrozen && kind !== "create" ? bodyProperties(contract, requestMedia(operation)) : new Map();
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

/** The state in which an action begins, as in "Start a planned sprint", "Receive a shipment in transit" or "DRAFT to SUBMITTED". */
function startOf(contract: Contract, operation: Operation, { name }: Resource, all: readonly State[]): string[] {
  if (!rejectsByState(operation)) return [];
  const noun = wordPattern(singular(name));
  const starts = sentencesOf(contract, operation).flatMap((sentence) => {
    const state = all.find(({ word }) => {
      const own = `[\`"']?${wordPattern(word)}[\`"']?`;
      return new RegExp(`^(\\w+ (an?|the|one) (${own} ${noun}|${noun} ${own})\\b|${own} (to|→|->) )`, "i").test(
        sentence,
      );
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
  return told.some((one) => placeIn(one, state) >= 0 || (isOwn && AGAIN.test(one)));
}

const TOLERATES = /\b(changes? nothing|no effect|does nothing|no-?op|is idempotent|(as it is|unchanged)(?=[.;]?$))/i;
const REJECTS = /\b(4\d\d|re(fus|ject)|fail|conflict|(can ?|must |may )not)/i;
const AGAIN = /\b(again|twice|already|repeat\w*|idempotent)\b/i;

/** The states of a record in which it does not change and takes no others, as an action that leads to one says. */
function frozenStates(contract: Contract, operation: Operation, { actions }: Resource, all: readonly State[]): State[] {
  if (!rejectsByState(operation)) return [];
  const freezing = actions.filter((one) => sentencesOf(contract, one).some((text) => FREEZES.test(text)));
  return all.filter(({ word }) => freezing.some((one) => resembles(plain(word), verbOf(one))));
}

function rejectsByState({ responses }: Operation): boolean {
  return responses.some(({ status }) => status === "409" || status === "423");
}

const FREEZES = /\bread-?only\b|\bfreezes?\b/i;

/** The sentences that say when an operation is rejected: those about conflicts, and those of its description that bar something. */
function textsOf(contract: Contract, operation: Operation): string[] {
  const sentences = sentencesOf(contract, operation);
  // "Any other status gives a 409" is about the sentence before it.
  const whole = sentences.map((one, index) =>
    /^(any |all )?other stat/i.test(one) ? `${sentences[index - 1] ?? ""} ${one}` : one,
  );
  const described = whole.filter(
    (one) => BARS.test(one) && [OF_ONE_USER, OF_VALUES, FOR_A_TIME].every((no) => !no.test(one)),
  );
  const conditions = sentencesOfResponses(contract, operation, /^4(00|22)$/).filter((one) => /precondition/i.test(one));
  return [...sentencesOfResponses(contract, operation, /^(409|423)$/), ...conditions, ...described];
}

/** The start of the description of a reference. */
const A_RECORD = /^(the )?(ids? of )?((an?|one) )/i;
const BARS =
  /\b(can ?not|can't|only|must|may not|409|conflict|not allowed|no longer|not possible|impossible|fails|unless)\b|→|->/i;
/** A list of changes of the state, and when each is permitted. */
const TRANSITIONS = /\btransitions?\b[^.]*:|\bfrom [`"']?\w+[`"']? to\b/i;
/** Words about the values of a request: "`remarks` may not be empty when the result is fail". */
const OF_VALUES = /\b(may|must|can) ?not be (empty|null|blank|omitted|left out)\b/i;
/** Words about time: "A closed ticket can be reopened for 14 days, then 409". */
const FOR_A_TIME = /\b(can|may) (only )?be \w+ (for|within|up to|until)\b/i;
/** Words about some callers alone: "a coordinator may cancel only drafts that he or she created". */
const OF_ONE_USER = /\b(that|which|those) (he|she|they|it)( or (he|she))? (created|own)|\b(his|her|their) own\b/i;
/** Words before a state that say that the operation needs it. */
const NEEDS =
  /\b(only(?!( [\w'`"]+){0,4} (may|can|could|must|are allowed)\b)(,(?= (in|from|while|when|if|as long as)\b))?( [\w'`"]+){0,6}|(must|has to|have to)( (?!not)\w+){0,3} be( [\w'-]+){1,8} with|(must|has to|have to)( (?!not)\w+){0,3} be|(unless|while not|until)( it| they)?( is| are)?|other than|except( for)?|(is|are|was|were|be|been)(n't| not)|^not|not yet|neither|nor)( in| the| a| an| its| state| status| stage| phase| still| yet| currently)* ?[`"'(]?$/i;
/** "The plot must be vacant, its site open and the gardener active": words before a later state of such a list. */
const NEEDS_TOO = /\b(must|has to|have to) be\b.*(,|\band) (and )?(its|the|their|an?) [\w-]+ [`"']?$/i;
/** "Drafts only." */
const ONLY = /^[`"']?s?( [\w-]+)? only\b/i;
/** "Changes a draft (409 otherwise)", "Pays an approved claim; any other status gives a 409". */
const OTHERWISE = /\b409\b[^.]*\botherwise\b|\botherwise\b[^.]*\b409\b|\bother (status|state)(es|s)?\b[^.]*\b409\b/i;
const ARROW = /→|->/;
/** Words before a state that is that of other records, or after which others bar something. */
const OF_OTHERS =
  /\b(no longer|(past|beyond)( the)?( status| state)?|(has|have|contains?|there (is|are)|another|other|any|existing|already an?)( [\w'`"]+){0,3}|(can|can ?not|can't|may|may not|to)( no longer)? be( \w+,?( (and|but|or|only))+)?) ?[`"']?$/i;
/** "All must be products which are not retired": those in the state are rejected. */
const EXCEPT =
  /\b(must|has to|have to|only)\b(?! not\b)[^.;]*\b(which|that|who) (is|are|was|were)(n't| not) ?[`"'(]?$/i;

/** Whether the words before a state have another record as their subject: "a gardener must be active" says nothing of a tenancy. */
function isOfOther(before: string, holder: Resource, resources: readonly Resource[]): boolean {
  const [, subject = ""] = SUBJECT.exec(before) ?? [];
  const named = resourceNamed(resources, subject);
  return named !== undefined && named !== holder && resourceNamed(resources, holder.name) !== named;
}

const SUBJECT = /([\w-]+) (?:must|has to|have to|is|are|was|were)(?: \w+){0,3} ?[`"']?$/i;

/** The states of a resource in which a sentence says that something is rejected. */
function barringStates(sentence: string, all: readonly State[], holder: Resource, resources: readonly Resource[]) {
  const named = all.flatMap((state) => {
    const place = placeIn(sentence, state);
    if (place < 0) return [];
    const before = sentence.slice(0, place);
    const after = sentence.slice(place + state.word.length);
    // "The person who submitted it."
    if (/\b(who|that|which) (has |have )?$/i.test(before) && /^ (it|them|the|this|an?)\b/i.test(after)) return [];
    // "If it is closed while a delivery is on its way" is about closing it.
    if (/^ (while|when)\b/i.test(after)) return [];
    // "Status of a resolved ticket": its other properties can be changed.
    if (new RegExp(`\\b${wordPattern(state.property)} of (the|an?) $`, "i").test(before)) return [];
    // "draft → sent": the first one is needed, the second one comes of it.
    if (ARROW.test(before)) return [];
    const [, next = ""] = /^[`"']?s? ([a-z_]+)/i.exec(after) ?? [];
    const owner = resourceNamed(resources, next);
    // "The production is active" says nothing of the department `PRODUCTION`.
    const isNoun = !/[`"']$/.test(before) && resourceNamed(resources, state.word) !== undefined;
    return isNoun ||
      OF_OTHERS.test(before) ||
      isOfOther(before, holder, resources) ||
      (owner !== undefined && owner !== holder)
      ? []
      : [
          {
            state,
            isNeeded:
              ([NEEDS, NEEDS_TOO].some((one) => one.test(before)) && !EXCEPT.test(before)) ||
              [ARROW, OTHERWISE].some((one) => one.test(sentence)) ||
              ONLY.test(after),
          },
        ];
  });
  const needed = named.filter(({ isNeeded }) => isNeeded).map(({ state }) => state);
  const [first] = needed;
  if (first === undefined && TRANSITIONS.test(sentence)) return [];
  if (first === undefined) return named.map(({ state }) => state);
  const listed = named.map(({ state }) => state);
  return all.filter((one) => one.property === first.property && !listed.includes(one));
}
