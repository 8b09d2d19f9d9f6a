import { type Contract, type Json, type JsonObject, type Operation, stringsAt } from "content-service-contract";
import { propertiesOfRecord } from "../resources/payload.js";
import type { Resource } from "../resources/resources.js";
import { sentencesOf } from "./sentences.js";
import { MUST, NEEDS, pattern, wordPattern } from "./words.js";

/** A state of a record: a value of a listed property, a property that is true, or one that has a time. */
export interface State {
  readonly property: string;
  /** As a description spells it. */
  readonly word: string;
  readonly value: Json;
  isHeldBy(record: JsonObject): boolean;
}

/** The states that the records of a resource can be in, by the properties that they show. */
export function statesOf(contract: Contract, { read, create }: Resource): State[] {
  return [...propertiesOfRecord(contract, read ?? create)].flatMap(([property, at]): State[] => {
    // The role of the caller is no state.
    if (/role$/i.test(property)) return [];
    const node = contract.schemaAt(at);
    const values = stringsAt(node, "enum");
    const [, time] = /^(?!created|updated)(.{3,}?(?:ed|t|n))_?[aA]t$/.exec(property) ?? [];
    if (values.length > 1)
      return values.map((value) => ({
        property,
        word: value,
        value,
        isHeldBy: (record) => record[property] === value,
      }));
    if (time !== undefined && stringsAt(node, "type").includes("null"))
      return [{ property, word: time, value: "a time", isHeldBy: (record) => (record[property] ?? null) !== null }];
    const word = property.replace(/^is_?/i, "");
    if (!stringsAt(node, "type").includes("boolean")) return [];
    const mark = (value: boolean, own: string): State => ({
      ...{ property, word: own, value },
      isHeldBy: (record) => record[property] === value,
    });
    return [...(/(ed|t|n|ve)$/.test(word) ? [mark(true, word)] : []), mark(false, `in${word}`)];
  });
}

/** The states that a text names, in its order. */
export function statesIn(text: string, all: readonly State[]): State[] {
  const places = all.map((state) => ({ state, at: placeIn(text, state) })).filter(({ at }) => at >= 0);
  return places.toSorted((one, other) => one.at - other.at).map(({ state }) => state);
}

/** Where a text names a state, or -1. "Only drafts" has the state as a noun, "opens" is none. */
export function placeIn(text: string, { word }: State): number {
  const own = wordPattern(word);
  return text.search(pattern`(?<![\w/])${own}(?![\w/])|(?<=\b(only|all|no) )${own}s(?![\w/])`);
}

/**
 * The states that a record needs before a creation that names it, by the message of a rejection or else by its description:
 * "The order must be paid." Of "approved or paid" one is enough, of "paid and then canceled" none.
 */
export function neededStates(
  contract: Contract,
  creation: Operation | undefined,
  message: string,
  all: readonly State[],
) {
  const told = creation === undefined ? [] : sentencesOf(contract, creation).filter((one) => NEEDED.test(one));
  const text = [message, told.join(" ")].find((one) => statesIn(one, all).length > 0) ?? "";
  return { states: statesIn(text, all), isOneEnough: !/\b(and|then)\b/i.test(text) };
}

/** Not those in which it is rejected. */
const NEEDED = pattern`\b(only|${MUST}|${NEEDS})\b`;
