/**
 * The syntax tree of a metadata query. Positions are 0-based offsets in the text of the query. `IS NOT NULL`, `NOT IN`
 * and `NOT LIKE` are a `not` around the predicate.
 */
export type Condition = Junction | { readonly kind: "not"; readonly condition: Condition } | Predicate;

/** At least two conditions, in the order of the query. */
export interface Junction {
  readonly kind: "and" | "or";
  readonly conditions: readonly Condition[];
}

/** A condition on one field. */
export type Predicate = Comparison | Membership | Likeness | { readonly kind: "null"; readonly field: FieldName };

/** `field <operator> value`. `<>` is parsed as `!=`. */
export interface Comparison {
  readonly kind: "comparison";
  readonly field: FieldName;
  readonly operator: Operator;
  /** The position of the operator. */
  readonly position: number;
  readonly value: Operand;
}

export type Operator = "=" | "!=" | "<" | "<=" | ">" | ">=";

/** `field IN (value, …)`, or `field IN :list` with one argument that is a list. */
export interface Membership {
  readonly kind: "in";
  readonly field: FieldName;
  readonly values: readonly Operand[] | Argument;
}

/** `field LIKE pattern`, or ILIKE, which ignores case. */
export interface Likeness {
  readonly kind: "like";
  readonly field: FieldName;
  readonly ignoreCase: boolean;
  /** The position of LIKE or ILIKE. */
  readonly position: number;
  readonly pattern: Operand;
}

/** The key of a field, without quotes. */
export interface FieldName {
  readonly key: string;
  readonly position: number;
}

export type Operand = Argument | Literal;

/** `:name`. The request has its value. `name` is without the colon. */
export interface Argument {
  readonly kind: "argument";
  readonly name: string;
  readonly position: number;
}

/** A value in the text of the query. */
export interface Literal {
  readonly kind: "literal";
  readonly value: string | number;
  readonly position: number;
}

/** The types of template fields. A date is a date-time, an enum one option, a multiSelect several options. */
export type FieldType = "string" | "float" | "date" | "enum" | "multiSelect";

/** The keys of the fields of a condition, in the order of the query. */
export function comparedFields(condition: Condition): ReadonlySet<string> {
  return new Set(fieldsIn(condition));
}

function fieldsIn(condition: Condition): readonly string[] {
  if ("conditions" in condition) return condition.conditions.flatMap(fieldsIn);
  return condition.kind === "not" ? fieldsIn(condition.condition) : [condition.field.key];
}
