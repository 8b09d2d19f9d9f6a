/**
 * What a metadata query asks of an instance. Positions are 0-based offsets in the text of the query.
 *
 * `IS NOT NULL`, `NOT IN` and the like are a `not` around the plain predicate, which comes to the same in three-valued
 * logic.
 */
export type Condition = Junction | Negation | Predicate;

/** Conditions that must hold together (`and`), or of which one must hold (`or`). At least two, in the order written. */
export interface Junction {
  readonly kind: "and" | "or";
  readonly conditions: readonly Condition[];
}

/** A condition that must not hold. */
export interface Negation {
  readonly kind: "not";
  readonly condition: Condition;
}

/** What is asked of one field. */
export type Predicate = Comparison | Membership | Likeness | Absence;

/** `field <operator> value` */
export interface Comparison {
  readonly kind: "comparison";
  readonly field: FieldName;
  readonly operator: Operator;
  /** Where the operator stands. */
  readonly position: number;
  readonly value: Operand;
}

/** How a comparison compares. `<>` is read as `!=`. */
export type Operator = "=" | "!=" | "<" | "<=" | ">" | ">=";

/** `field IN (value, …)`, or `field IN :list` with one argument that holds a list. */
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
  /** Where LIKE or ILIKE stands. */
  readonly position: number;
  readonly pattern: Operand;
}

/** `field IS NULL` */
export interface Absence {
  readonly kind: "null";
  readonly field: FieldName;
}

/** A field as the query names it, without quotes. */
export interface FieldName {
  readonly key: string;
  readonly position: number;
}

/** What a field is compared with. */
export type Operand = Argument | Literal;

/** `:name`, whose value travels beside the query. */
export interface Argument {
  readonly kind: "argument";
  /** The name without the colon. */
  readonly name: string;
  readonly position: number;
}

/** A value that is written in the query itself. */
export interface Literal {
  readonly kind: "literal";
  readonly value: string | number;
  readonly position: number;
}

/** What a template field holds: text, a number, a date-time, one option, or several options. */
export type FieldType = "string" | "float" | "date" | "enum" | "multiSelect";

/** The keys of all fields that a condition speaks of, in the order of the query. */
export function comparedFields(condition: Condition): ReadonlySet<string> {
  return new Set(fieldsIn(condition));
}

function fieldsIn(condition: Condition): readonly string[] {
  switch (condition.kind) {
    case "and":
    case "or":
      return condition.conditions.flatMap(fieldsIn);
    case "not":
      return fieldsIn(condition.condition);
    default:
      return [condition.field.key];
  }
}
