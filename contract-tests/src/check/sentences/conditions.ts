import type { Contract, Json, JsonObject, Operation } from "content-service-contract";
import { plain, propertiesShown } from "../resources/payload.js";
import type { Resource } from "../resources/resources.js";
import { schemaText } from "./sentences.js";
import { type State, statesIn, statesOf } from "./states.js";
import { pattern } from "./words.js";

/** What a description says of a property in the light of others. */
export interface Condition {
  readonly name: string;
  /** What the property must be in a record: a flag, null, or a value. Undefined where the description leaves it open. */
  expected(record: JsonObject): boolean | "null" | "a value" | undefined;
}

/** The conditions of a resource: "True when the stock is at or below `reorder_level`", "Set while the task is done, otherwise null." */
export function conditionsIn(contract: Contract, resource: Resource, shown: Operation | undefined): Condition[] {
  const properties = propertiesShown(contract, shown);
  const states = statesOf(contract, resource);
  return [...properties].flatMap(([name, at]) => {
    const text = schemaText(contract, at);
    const expected = comparisonIn(text, [...properties.keys()]) ?? presenceIn(text, name, states);
    return expected === undefined ? [] : [{ name, expected }];
  });
}

function comparisonIn(text: string, names: readonly string[]): Condition["expected"] | undefined {
  const [, first = "", words = "", second = ""] = COMPARES.exec(text) ?? [];
  const find = (some: string) => names.find((one) => plain(one) === plain(some));
  const compare = COMPARISONS.find(([form]) => form.test(words))?.[1];
  const [name, other] = [find(first), find(second)];
  if (compare === undefined || name === undefined || (other === undefined && !/^\d+$/.test(second))) return undefined;
  return (record) => {
    const [left, right] = [record[name], other === undefined ? Number(second) : record[other]];
    return typeof left === "number" && typeof right === "number" ? compare(left, right) : undefined;
  };
}

const NAME = "(?:(?:the|its) )?`?([\\w ]+?)`?";
const COMPARES = pattern`\btrue (?:when|if|while|as long as) ${NAME} (?:is|are) ((?:at or |at |no |equal to or |not )?(?:below|under|above|over|most|least|(?:less|lower|fewer|greater|higher|more) than(?: or equal to)?)) ${NAME}(?=[.;,]|$)`;
const COMPARISONS: readonly (readonly [RegExp, (left: number, right: number) => boolean])[] = [
  [
    /^(at or (below|under)|at most|(no|not) (more|greater|higher) than|.*(less|lower) than or)/i,
    (one, other) => one <= other,
  ],
  [
    /^(at or (above|over)|at least|(no|not) (less|lower|fewer) than|.*(greater|higher|more) than or)/i,
    (one, other) => one >= other,
  ],
  [/^(below|under|(less|lower|fewer) than)/i, (one, other) => one < other],
  [/^(above|over|(greater|higher|more) than)/i, (one, other) => one > other],
];

/** In which states a property has a value. */
function presenceIn(text: string, name: string, all: readonly State[]): Condition["expected"] | undefined {
  const states = all.filter(({ property }) => property !== name);
  const within = (form: RegExp): State[] => {
    const told =
      form
        .exec(text)
        ?.slice(1)
        .find((one) => one !== undefined) ?? "";
    const named = UNCLEAR.test(told) ? [] : statesIn(told, states);
    return named.every(({ property }) => property === named[0]?.property) ? named : [];
  };
  const [set, only, empty] = [SET_IN, ONLY_IN, NULL_IN].map(within);
  const [held, barred] = [set?.length ? set : only, empty];
  if (held?.length) {
    const isBoth = held === set;
    return (record) =>
      isHeld(record, held) ? (isBoth ? "a value" : undefined) : isShown(record, held) ? "null" : undefined;
  }
  return barred?.length ? (record) => (isHeld(record, barred) ? "null" : undefined) : undefined;
}

const isHeld = (record: JsonObject, states: readonly State[]) => states.some((one) => one.isHeldBy(record));
const isShown = (record: JsonObject, [state]: readonly State[]) => state !== undefined && state.property in record;

const IN_STATE = "(?:while|when|if|for|in|as long as)\\b([^.;,()]*)";
/** "Set while the task is done, otherwise null." */
const SET_IN = pattern`^(?:only )?(?:set|filled(?: in)?|present|given|known)? ?(?:only )?${IN_STATE}[.;,(]? ?(?:(?:otherwise|else)(?: it is)? null|null otherwise)`;
const ONLY_IN = pattern`\b(?:only (?:set|filled|present|given)|(?:set|filled|present|given) only) ${IN_STATE}|\bnull unless\b([^.;,()]*)`;
const NULL_IN = pattern`\bnull ${IN_STATE}`;
const UNCLEAR = /\b(not?|never|neither|nor|once|until|before|after|and)\b|n't\b/i;

/** Whether a property can be null whatever was sent: "null if anonymous", "hidden for guests". */
export function isNullTold(contract: Contract, schema: string): boolean {
  return NULL_TOLD.test(schemaText(contract, schema));
}

const NULL_TOLD = /\b(null|hidden|empty|not shown) (if|when|while|unless|until|for|in|after|as long as)\b/i;

/** Whether a value is as expected. */
export function isMet(value: Json | undefined, expected: NonNullable<ReturnType<Condition["expected"]>>): boolean {
  if (typeof expected === "boolean") return value === expected;
  return ((value ?? null) === null) === (expected === "null");
}
