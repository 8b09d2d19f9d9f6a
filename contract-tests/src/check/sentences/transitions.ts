import { type Contract, type Operation, stringsAt } from "content-service-contract";
import { bodyProperties } from "../resources/bodies.js";
import type { Resource } from "../resources/resources.js";
import { sentencesOf } from "../sentences/sentences.js";
import { placeIn, type State, statesOf } from "./states.js";
import { pattern, QUOTE, wordPattern } from "./words.js";

/** A change of the state of a record. */
export interface Transition {
  readonly operation: Operation;
  readonly from: State;
  readonly to: State;
}

/**
 * The changes that no sentence lists where one says that all others are rejected: "Transitions: draft to sent, sent to paid.
 * Every other transition is rejected", or "Paid and void are final". From a state without a way out first.
 */
export function closedTransitions(contract: Contract, resource: Resource): Transition[] {
  const { patch, actions } = resource;
  return [...(patch === undefined ? [] : [patch]), ...actions].flatMap((one) => closedBy(contract, resource, one));
}

function closedBy(contract: Contract, resource: Resource, operation: Operation): Transition[] {
  const properties = bodyProperties(contract, operation);
  const all = statesOf(contract, resource);
  const settable = all.filter(({ property, value }) =>
    stringsAt(contract.schemaAt(properties.get(property) ?? operation.pointer), "enum").includes(String(value)),
  );
  const sentences = settable.length === 0 ? [] : sentencesOf(contract, operation);
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

const NO_OTHERS = /\b(every|any|all) other (transition|change|status|state)s?\b|\bno other (transition|change)s?\b/i;
