import type { Comparison, Condition, FieldType } from "./condition.js";
import { compareKeys, type Key } from "./keys.js";
import { operandValue, type Parameters } from "./operand-value.js";

/** One end of a range. */
export interface Bound {
  /** A number for float and date (milliseconds since 1970), text otherwise. */
  readonly value: Key;
  /** Whether the value itself is still in the range. */
  readonly inclusive: boolean;
}

/** Where the values of a field can lie. A range without an end on one side goes on there without limit. */
export interface KeyRange {
  readonly lower?: Bound;
  readonly upper?: Bound;
}

/**
 * The narrowest range that must hold the field in every instance that the condition finds, or nothing when no end is
 * known. It can be empty, as for `a > 2 AND a < 1`. Only `=`, `<`, `<=`, `>` and `>=` that must hold in any case give
 * ends; what stands under OR or NOT gives none, nor does a multiSelect. Compare keys of an index by `compareKeys`.
 *
 * @throws as compileCondition does when a value does not fit the field.
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

/** The comparisons of the field that must all hold. */
function comparisonsOf(condition: Condition, field: string): readonly Comparison[] {
  if (condition.kind === "and") return condition.conditions.flatMap((part) => comparisonsOf(part, field));
  return condition.kind === "comparison" && condition.field.key === field ? [condition] : [];
}

function tighter(known: Bound | undefined, other: Bound, direction: 1 | -1): Bound {
  if (known === undefined) return other;
  const difference = compareKeys(other.value, known.value) * direction;
  return difference > 0 || (difference === 0 && !other.inclusive) ? other : known;
}
