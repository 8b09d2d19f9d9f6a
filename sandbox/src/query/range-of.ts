import type { Comparison, Condition, FieldType } from "./condition.js";
import { compareKeys, type Key } from "./keys.js";
import { operandValue, type Parameters } from "./operand-value.js";

/** One end of a range. */
export interface Bound {
  readonly value: Key;
  /** Whether the range contains the value. */
  readonly inclusive: boolean;
}

/** A range of keys, unlimited where a bound is missing. */
export interface KeyRange {
  readonly lower?: Bound;
  readonly upper?: Bound;
}

/**
 * Returns the range of a field that contains every match of a condition, or undefined if the condition sets no bound. The
 * range can be empty, as for `a > 2 AND a < 1`. OR, NOT and multiSelect fields set no bound.
 *
 * Throws as `operandValue` does for a value of another type.
 */
export function rangeOf(
  condition: Condition,
  field: string,
  fields: ReadonlyMap<string, FieldType>,
  parameters: Parameters,
): KeyRange | undefined {
  const type = fields.get(field);
  if (type === undefined || type === "multiSelect") return undefined;
  let range: KeyRange | undefined;
  for (const { operator, value } of comparisonsOf(condition, field)) {
    if (operator === "!=") continue;
    const bound = { value: operandValue(value, { key: field, type }, parameters), inclusive: operator.endsWith("=") };
    range ??= {};
    if (!operator.startsWith("<")) range = { ...range, lower: tighter(range.lower, bound, 1) };
    if (!operator.startsWith(">")) range = { ...range, upper: tighter(range.upper, bound, -1) };
  }
  return range;
}

/** The comparisons of a field that every match fulfills. */
function comparisonsOf(condition: Condition, field: string): readonly Comparison[] {
  if (condition.kind === "and") return condition.conditions.flatMap((part) => comparisonsOf(part, field));
  return condition.kind === "comparison" && condition.field.key === field ? [condition] : [];
}

function tighter(known: Bound | undefined, other: Bound, direction: 1 | -1): Bound {
  if (known === undefined) return other;
  const difference = compareKeys(other.value, known.value) * direction;
  return difference > 0 || (difference === 0 && !other.inclusive) ? other : known;
}
