import type { Contract, Operation } from "content-service-contract";
import { type Kind, ownOperationsByKind } from "../resources/operations.js";
import type { Resource } from "../resources/resources.js";
import { sentencesOf } from "./sentences.js";
import { type State, statesIn, statesOf } from "./states.js";
import { MAY, MUST, NOT_ALWAYS, pattern, someOf } from "./words.js";

/** An operation that puts the records which refer to its own into a state. */
export interface Cascade {
  readonly kind: Kind;
  readonly operation: Operation;
  readonly other: Resource;
  /** Into which state, and from which ones. None means any. */
  readonly state: State;
  readonly from: readonly State[];
}

/** What the deletion and the actions of a resource do to others: "All cards of the member are canceled." */
export function cascadesOf(contract: Contract, resources: readonly Resource[], resource: Resource): Cascade[] {
  const others = resources.filter((one) => one !== resource && one.create !== undefined && one.read !== undefined);
  return ownOperationsByKind(resource).flatMap(([kind, operation]) => {
    if (kind !== "remove" && kind !== "action") return [];
    const sentences = sentencesOf(contract, operation).filter((one) => !STAYS.test(one));
    return others.flatMap((other): Cascade[] => {
      const states = statesOf(contract, other);
      const changed = pattern`(?:^|\b(?:all|its|their|the|any) )((?:[\w-]+ ){0,2})${someOf(other)}\b(?: (?:of|below|in|on|for|with) [^,.;]*?)? (?:are|is|becomes?) (?:then |also )?([\w-]+)`;
      return sentences.flatMap((sentence) => {
        const [, before = "", after = ""] = changed.exec(sentence) ?? [];
        const [state] = statesIn(after, states);
        return state === undefined ? [] : [{ kind, operation, other, state, from: statesIn(before, states) }];
      });
    });
  });
}

const STAYS = pattern`\b(${NOT_ALWAYS}|when all|once|otherwise|${MUST}|${MAY})\b`;
