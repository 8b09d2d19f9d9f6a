import type { IToken } from "chevrotain";
import type { Argument, Condition, Operator, Predicate } from "./condition.js";
import { QueryError } from "./query-error.js";

/** Conditions under one AND or OR; a single one stays as it is. */
export function joined(kind: "and" | "or", conditions: readonly Condition[]): Condition {
  const [first] = conditions;
  return first !== undefined && conditions.length === 1 ? first : { kind, conditions };
}

/** A predicate, or its negation. */
export function perhapsNot(negated: boolean, condition: Predicate): Condition {
  return negated ? { kind: "not", condition } : condition;
}

/** The operator of a token; `<>` is another way to write `!=`. */
export function operatorOf({ image }: IToken): Operator {
  // The token's pattern lets nothing else through.
  return image === "<>" ? "!=" : (image as Operator);
}

/** The argument of a token, without its colon. */
export function argumentOf({ image, startOffset }: IToken): Argument {
  return { kind: "argument", name: image.slice(1), position: startOffset };
}

/** The number of a token. Throws a `QueryError` for one that is too large. */
export function numberOf({ image, startOffset }: IToken): number {
  const value = Number(image);
  if (Number.isFinite(value)) return value;
  throw new QueryError(`The number at position ${startOffset + 1} is too large.`, startOffset);
}
