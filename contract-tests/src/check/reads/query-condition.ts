import type { Json } from "content-service-contract";
import type { Field } from "../principles/instances.js";

/** A condition of a query, with the meaning that SQL gives it. */
export type Condition =
  | { readonly kind: "and" | "or"; readonly parts: readonly Condition[] }
  | { readonly kind: "not"; readonly part: Condition }
  | Predicate;

export type Predicate =
  | { readonly kind: "compare"; readonly field: Field; readonly operator: Comparison; readonly value: Value }
  | { readonly kind: "in"; readonly field: Field; readonly negated: boolean; readonly values: readonly Value[] }
  | { readonly kind: "like"; readonly field: Field; readonly word: "LIKE" | "ILIKE"; readonly value: string }
  | { readonly kind: "null"; readonly field: Field; readonly negated: boolean };

export type Comparison = "=" | "!=" | "<>" | "<" | "<=" | ">" | ">=";
export type Value = string | number;

/** The values of an instance, by the keys of the fields. */
export type Values = Readonly<Record<string, Json>>;

/** Undefined is the third truth value, "unknown": a comparison with a missing value, and its negation. */
type Truth = boolean | undefined;

/**
 * Whether an instance matches a condition. Undefined where that depends on the order of texts, which differs between
 * services.
 */
export function evaluate(condition: Condition, values: Values): boolean | undefined {
  const [first, ...others] = TEXT_ORDERS.map((order) => truthOf(condition, values, order) === true);
  return others.every((one) => one === first) ? first : undefined;
}

type TextOrder = (left: string, right: string) => number;

const TEXT_ORDERS: readonly TextOrder[] = [
  (left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right)),
  new Intl.Collator("en").compare,
  new Intl.Collator("en", { sensitivity: "base" }).compare,
];

function truthOf(condition: Condition, values: Values, order: TextOrder): Truth {
  switch (condition.kind) {
    case "and":
    case "or": {
      const truths = condition.parts.map((part) => truthOf(part, values, order));
      const deciding = condition.kind === "or";
      if (truths.includes(deciding)) return deciding;
      return truths.includes(undefined) ? undefined : !deciding;
    }
    case "not":
      return opposite(truthOf(condition.part, values, order));
    case "null":
      return ((values[condition.field.key] ?? null) === null) !== condition.negated;
    case "in": {
      const found = someValue(condition.field, values, (own) =>
        condition.values.some((value) => own === keyOf(condition.field, value)),
      );
      return condition.negated ? opposite(found) : found;
    }
    case "like": {
      const pattern = likePattern(condition.value, condition.word === "ILIKE");
      return someValue(condition.field, values, (own) => pattern.test(String(own)));
    }
    case "compare":
      return compared(condition, values, order);
  }
}

function compared(
  { field, operator, value }: Extract<Predicate, { kind: "compare" }>,
  values: Values,
  order: TextOrder,
): Truth {
  const operand = keyOf(field, value);
  if (operator === "=") return someValue(field, values, (own) => own === operand);
  if (operator === "!=" || operator === "<>") return opposite(someValue(field, values, (own) => own === operand));
  return someValue(field, values, (own) => {
    const difference =
      typeof own === "number" && typeof operand === "number" ? own - operand : order(String(own), String(operand));
    if (difference === 0) return operator === "<=" || operator === ">=";
    return difference < 0 === operator.startsWith("<");
  });
}

function opposite(truth: Truth): Truth {
  return truth === undefined ? undefined : !truth;
}

/** A list matches if one of its values does. */
function someValue(field: Field, values: Values, matches: (own: Value) => boolean): Truth {
  const value = values[field.key] ?? null;
  if (value === null) return undefined;
  const all = Array.isArray(value) ? value : [value];
  return all.some((one) => (typeof one === "string" || typeof one === "number") && matches(keyOf(field, one)));
}

/** Times compare as instants. */
function keyOf({ kind }: Field, value: Value): Value {
  return kind === "time" ? Date.parse(String(value)) : value;
}

function likePattern(pattern: string, ignoreCase: boolean): RegExp {
  const source = pattern.replace(/\\([\s\S])|[\s\S]/gu, (part, escaped: string | undefined) => {
    if (part === "%") return ".*";
    return part === "_" ? "." : (escaped ?? part).replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  });
  return new RegExp(`^${source}$`, ignoreCase ? "isu" : "su");
}
