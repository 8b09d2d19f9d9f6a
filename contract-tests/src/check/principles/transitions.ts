import { type Contract, type Operation, requestMedia, stringsAt } from "content-service-contract";
import { type State, statesOf } from "../records/states.js";
import { bodyProperties } from "../resources/new-values.js";
import type { Resource } from "../resources/resources.js";
import { sentencesOf, wordPattern } from "../resources/sentences.js";

/** A change of the state of a record. */
export interface Transition {
  readonly operation: Operation;
  readonly from: State;
  readonly to: State;
}

/**
 * The changes that no sentence lists where one says that all others are rejected: "Transitions: draft to sent, sent to paid.
 * Every other transition is rejected". From a state without a way out first.
 */
export function closedTransitions(contract: Contract, resource: Resource): Transition[] {
  const { patch } = resource;
  const sentences = patch === undefined ? [] : sentencesOf(contract, patch);
  if (patch === undefined || !sentences.some((one) => NO_OTHERS.test(one))) return [];
  const properties = bodyProperties(contract, requestMedia(patch));
  const all = statesOf(contract, resource);
  const settable = all.filter(({ property, value }) =>
    stringsAt(contract.schemaAt(properties.get(property) ?? patch.pointer), "enum").includes(String(value)),
  );
  const open = (from: State, to: State) => {
    // "from draft to sent, paid or void" lists three.
    const way = new RegExp(
      `\\b${wordPattern(from.word)}[\`"']? ?(to|→|->) ?([\`"']?[\\w-]+[\`"']?(,? (or|and) |, ))*[\`"']?${wordPattern(to.word)}\\b`,
      "i",
    );
    return sentences.some((one) => way.test(one));
  };
  const pairs = all.flatMap((from) =>
    settable.flatMap((to) => (to.property === from.property && to !== from ? [{ operation: patch, from, to }] : [])),
  );
  const listed = pairs.filter(({ from, to }) => open(from, to));
  const reached = ({ to }: Transition) => listed.some((one) => one.to === to);
  const isFinal = ({ from }: Transition) => !listed.some((one) => one.from === from);
  return listed.length < 2
    ? []
    : pairs
        .filter((one) => !listed.includes(one) && reached(one))
        .toSorted((one, other) => Number(isFinal(other)) - Number(isFinal(one)));
}

const NO_OTHERS = /\b(every|any|all) other (transition|change|status|state)s?\b|\bno other (transition|change)s?\b/i;
