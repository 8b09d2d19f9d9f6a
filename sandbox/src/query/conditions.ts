import { compareKeys, type FieldType, type Key, keyReader } from "./keys.js";
import { likeMatcher } from "./like-matcher.js";
import {
  type Membership,
  type Operand,
  operandValue,
  operandValues,
  type Parameters,
  type TypedField,
} from "./operand-value.js";
import { ArgumentError, excerpt, QueryError } from "./query-error.js";

/** A condition of a metadata query, made by `parseQuery`. */
export interface Condition {
  /** The keys of its fields, in the order of the query. */
  readonly fields: readonly string[];
  readonly compile: (scope: Scope) => Test;
}

/**
 * Compiles a condition to a test of the values of an instance. All errors are thrown here, none by the test.
 *
 * The logic is the three-valued logic of SQL: a comparison with a missing field is neither true nor false, and neither is
 * its negation. The test returns true only for true. Floats compare as numbers, dates as instants, other types by code
 * points. A comparison with a multiSelect is true if it is true for any option.
 *
 * @throws {QueryError} for an unknown field, an operator that the type does not support, or an invalid literal
 * @throws {ArgumentError} for an argument without a value or with an invalid value
 * @example
 * const matches = compileCondition(parseQuery("amount > :least"), new Map([["amount", "float"]]), { least: 100 });
 * matches({ amount: 120 }); // true
 */
export function compileCondition(
  condition: Condition,
  fields: ReadonlyMap<string, FieldType>,
  parameters: Parameters,
): (values: Values) => boolean {
  const test = condition.compile({ fields, parameters });
  return (values) => test(values) === true;
}

type Values = Readonly<Record<string, unknown>>;

/** Undefined is "unknown", the third truth value. */
type Test = (values: Values) => boolean | undefined;

interface Scope {
  readonly fields: ReadonlyMap<string, FieldType>;
  readonly parameters: Parameters;
}

/** Conditions with AND or OR between them. */
export function junction(word: "AND" | "OR", conditions: readonly Condition[]): Condition {
  // One true condition decides an OR, one false condition an AND.
  const deciding = word === "OR";
  return {
    fields: conditions.flatMap(({ fields }) => fields),
    compile(scope) {
      const tests = conditions.map(({ compile }) => compile(scope));
      return (values) => {
        let truth: boolean | undefined = !deciding;
        for (const test of tests) {
          const one = test(values);
          if (one === deciding) return deciding;
          if (one === undefined) truth = undefined;
        }
        return truth;
      };
    },
  };
}

export function negation({ fields, compile }: Condition): Condition {
  return {
    fields,
    compile(scope) {
      const test = compile(scope);
      return (values) => {
        const truth = test(values);
        return truth === undefined ? undefined : !truth;
      };
    },
  };
}

/** The key of a field without quotes, and its position in the query, counted from 1. */
export interface FieldName {
  readonly key: string;
  readonly position: number;
}

/** An operator of a query, such as `>=` or `LIKE`, and its position. */
interface Operator<Image = string> {
  readonly image: Image;
  readonly position: number;
}

function predicate(
  { key, position }: FieldName,
  testOf: (field: TypedField, parameters: Parameters) => Test,
): Condition {
  return {
    fields: [key],
    compile({ fields, parameters }) {
      const type = fields.get(key);
      if (type !== undefined) return testOf({ key, type }, parameters);
      throw new QueryError(`The field ${excerpt(key)} at position ${position} is not in the template.`);
    },
  };
}

/** `field IS NULL`. */
export function isNull(name: FieldName): Condition {
  const read = fieldReader(name.key);
  return predicate(name, () => (values) => (read(values) ?? null) === null);
}

/** `field IN (value, …)`, or `field IN :list` with one argument that is a list. */
export function isIn(name: FieldName, members: Membership): Condition {
  return predicate(name, (field, parameters) => {
    const keys = new Set(operandValues(members, field, parameters));
    return fieldTest(field, (key) => keys.has(key));
  });
}

/** `field <operator> value`. */
export function comparison(name: FieldName, operator: Operator<keyof typeof COMPARISONS>, value: Operand): Condition {
  return predicate(name, (field, parameters) => {
    if (field.type === "multiSelect" && operator.image !== "=") throw unsupportedOperator(operator, field);
    const operand = operandValue(value, field, parameters);
    const matches = COMPARISONS[operator.image];
    return fieldTest(field, (key) => matches(key, operand));
  });
}

const COMPARISONS = {
  "=": (key: Key, operand: Key) => key === operand,
  "<": (key: Key, operand: Key) => compareKeys(key, operand) < 0,
  "<=": (key: Key, operand: Key) => compareKeys(key, operand) <= 0,
  ">": (key: Key, operand: Key) => compareKeys(key, operand) > 0,
  ">=": (key: Key, operand: Key) => compareKeys(key, operand) >= 0,
} as const;

/** `field LIKE pattern`, or ILIKE, which ignores case. */
export function likeness(name: FieldName, operator: Operator<"LIKE" | "ILIKE">, pattern: Operand): Condition {
  return predicate(name, (field, parameters) => {
    if (field.type === "float" || field.type === "date") throw unsupportedOperator(operator, field);
    const matcher = likeMatcher(String(operandValue(pattern, field, parameters)), operator.image === "ILIKE");
    if (matcher !== undefined) return fieldTest(field, (key) => matcher(String(key)));
    const problem = "ends with a backslash, but a backslash needs a character after it";
    if (pattern.kind === "argument")
      throw new ArgumentError(`The argument ${excerpt(pattern.name)} ${problem}.`, pattern.name, "invalid");
    throw new QueryError(`The pattern at position ${pattern.position} ${problem}.`);
  });
}

function fieldTest({ key: name, type }: TypedField, matches: (key: Key) => boolean): Test {
  const keyOf = keyReader(type);
  const read = fieldReader(name);
  const test = (value: unknown) => {
    const key = keyOf(value);
    return key === undefined ? undefined : matches(key);
  };
  if (type !== "multiSelect") return (values) => test(read(values));
  return (values) => {
    const options = read(values);
    return Array.isArray(options) ? options.some(test) : undefined;
  };
}

function fieldReader(name: string): (values: Values) => unknown {
  // A field may be named constructor or __proto__. `hasOwn` for every field would take longer than reading the value.
  if (name in Object.prototype) return (values) => (Object.hasOwn(values, name) ? values[name] : undefined);
  return (values) => values[name];
}

function unsupportedOperator({ image, position }: Operator, { key, type }: TypedField): QueryError {
  return new QueryError(`${image} at position ${position} does not work on the ${type} field ${excerpt(key)}.`);
}
