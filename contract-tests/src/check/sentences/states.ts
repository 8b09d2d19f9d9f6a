import type { Contract, Json, JsonObject, Operation } from "content-service-contract";
import { bodyProperties } from "../resources/bodies.js";
import { resembles, verbOf } from "../resources/operations.js";
import { nameOf, plain, propertiesOfRecord } from "../resources/payload.js";
import type { Resource } from "../resources/resources.js";
import { schemaText, sentencesIn, sentencesOf } from "./sentences.js";
import { MUST, NEEDS, OTHERWISE, pattern, QUOTE, wordPattern } from "./words.js";

/** A state of a record: a value of a listed property, a property that is true, or one that has a time. */
export interface State {
  readonly property: string;
  /** As a description spells it. */
  readonly word: string;
  readonly value: Json;
  isHeldBy(record: JsonObject): boolean;
}

/** The states that the records of a resource can be in, by the properties that they show. */
export function statesOf(contract: Contract, { read, create, list }: Resource): State[] {
  return [...propertiesOfRecord(contract, read ?? create)].flatMap(([property, at]): State[] => {
    // The role of the caller is no state.
    if (/role$/i.test(property)) return [];
    const filter = list?.parameters.find((one) => nameOf(one) === plain(property));
    const [values = []] = [at, filter?.schema].flatMap((one) => {
      const listed = one === undefined ? [] : contract.enumAt(one);
      return listed.length > 0 ? [listed] : [];
    });
    const [, time] = /^(?!created|updated)(.{3,}?(?:ed|t|n))_?[aA]t$/.exec(property) ?? [];
    if (values.length > 1)
      return values.map((value) => ({
        property,
        word: value,
        value,
        isHeldBy: (record) => record[property] === value,
      }));
    if (time !== undefined && contract.hasType(at, "null"))
      return [{ property, word: time, value: "a time", isHeldBy: (record) => (record[property] ?? null) !== null }];
    const word = property.replace(/^is_?/i, "");
    if (!contract.hasType(at, "boolean")) return [];
    const mark = (value: boolean, own: string): State => ({
      ...{ property, word: own, value },
      isHeldBy: (record) => record[property] === value,
    });
    const [, ended] = /^(active|enabled)$/.exec(word) ?? [];
    const off = ended === undefined ? [] : [mark(false, ended === "active" ? "deactivated" : "disabled")];
    return [...(/(ed|t|n|ve)$/.test(word) ? [mark(true, word)] : []), mark(false, `in${word}`), ...off];
  });
}

/** The states that a text names, in its order. */
export function statesIn(text: string, all: readonly State[]): State[] {
  const places = all.map((state) => ({ state, at: placeIn(text, state) })).filter(({ at }) => at >= 0);
  return places.toSorted((one, other) => one.at - other.at).map(({ state }) => state);
}

/** Where a text names a state, or -1. "Only drafts" has the state as a noun, "opens" is none. A letter is one in quotes alone. */
export function placeIn(text: string, { word }: State): number {
  const own = word.length > 1 ? wordPattern(word) : `(?<=${QUOTE})${wordPattern(word)}(?=${QUOTE})`;
  return text.search(pattern`(?<![\w/])${own}(?![\w/])|(?<=\b(only|all|no|not|longer|but|than) )${own}s(?![\w/])`);
}

/** Whether the description of an operation has the word of an action: "Needs a received sample" for `receive`. */
export function namesAction(contract: Contract, operation: Operation, action: Operation): boolean {
  const words = sentencesOf(contract, operation).join(" ").toLowerCase().split(/\W+/);
  return words.some((word) => resembles(word, verbOf(action)));
}

/** The states that a new record needs in one that it names, by a rejection or a sentence: "The order must be paid." */
export function neededStates(
  contract: Contract,
  creation: Operation | undefined,
  message: string,
  all: readonly State[],
) {
  const told = sentencesOf(contract, creation).filter((one) => NEEDED.test(one));
  const text = [message, told.join(" ")].find((one) => statesIn(one, all).length > 0) ?? "";
  // Of "approved or paid" one is enough, of "paid and then canceled" none.
  return { states: statesIn(text, all), isOneEnough: !/\b(and|then)\b/i.test(text) };
}

/** Not those in which it is rejected. */
const NEEDED = pattern`\b(only|${MUST}|${NEEDS}|4(?:09|22)\b[^.]* ${OTHERWISE})\b`;

/** A change of the state of a record. */
export interface Transition {
  readonly operation: Operation;
  readonly from: State;
  readonly to: State;
}

/** Changes that no list has: "Draft to sent, sent to paid. All other changes are rejected", "Paid is final." Final states first. */
export function closedTransitions(contract: Contract, resource: Resource): Transition[] {
  const { patch, actions } = resource;
  return [...(patch === undefined ? [] : [patch]), ...actions].flatMap((one) => closedBy(contract, resource, one));
}

function closedBy(contract: Contract, resource: Resource, operation: Operation): Transition[] {
  const properties = bodyProperties(contract, operation);
  const all = statesOf(contract, resource);
  const settable = all.filter(({ property, value }) =>
    contract.enumAt(properties.get(property) ?? operation.pointer).includes(String(value)),
  );
  // "draft -> sent -> paid" of the property itself.
  const ways = [...new Set(settable.map(({ property }) => properties.get(property)))].flatMap((at) =>
    at === undefined ? [] : sentencesIn(schemaText(contract, at)),
  );
  const sentences = settable.length === 0 ? [] : [...sentencesOf(contract, operation), ...ways];
  const ends = sentences.flatMap((one) => FINAL.exec(one)?.[1] ?? []);
  const final = all.filter((state) => ends.some((one) => placeIn(one, state) >= 0));
  if (final.length === 0 && !sentences.some((one) => NO_OTHERS.test(one))) return [];
  const open = (from: State, to: State) => {
    // "from draft to sent, paid or void" lists three.
    const way = pattern`\b${wordPattern(from.word)}${QUOTE}? ?(to|→|->) ?(${QUOTE}?[\w-]+${QUOTE}?(,? (or|and) |, ))*${QUOTE}?${wordPattern(to.word)}\b`;
    return sentences.some((one) => way.test(one));
  };
  const pairs = all.flatMap((from) =>
    settable.flatMap((to) => (to.property === from.property && to !== from ? [{ operation, from, to }] : [])),
  );
  const listed = pairs.filter(({ from, to }) => open(from, to));
  const reached = ({ to }: Transition) => listed.some((one) => one.to === to);
  const isFinal = ({ from }: Transition) => final.includes(from) || !listed.some((one) => one.from === from);
  const closed = listed.length < 2 ? [] : pairs.filter((one) => !listed.includes(one) && reached(one));
  const fromFinal = pairs.filter(({ from }) => final.includes(from));
  return (fromFinal.length > 0 ? fromFinal : closed).toSorted(
    (one, other) => Number(isFinal(other)) - Number(isFinal(one)),
  );
}

/** "`paid` and `void` are final." */
const FINAL = /^(.*) (?:is|are) (?:an? |the )?(?:final|terminal)\b/i;

const NO_OTHERS =
  /\b(every|any|all) other (transition|change|status|state)s?\b|\bno other (transition|change)s?\b|\bone step at a time\b/i;
