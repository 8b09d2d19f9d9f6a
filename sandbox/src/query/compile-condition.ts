import type {
  Comparison,
  Condition,
  FieldName,
  FieldType,
  Junction,
  Likeness,
  Operator,
  Predicate,
} from "./condition.js";
import { compareKeys, type Key, keyReader } from "./keys.js";
import { likeMatcher } from "./like-matcher.js";
import { operandValue, operandValues, type Parameters, type TypedField } from "./operand-value.js";
import { ArgumentError, excerpt, QueryError } from "./query-error.js";

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
  const test = compile(condition, { fields, parameters });
  return (values) => test(values) === true;
}

type Values = Readonly<Record<string, unknown>>;

/** Undefined is "unknown", the third truth value. */
type Test = (values: Values) => boolean | undefined;

interface Scope {
  readonly fields: ReadonlyMap<string, FieldType>;
  readonly parameters: Parameters;
}

function compile(condition: Condition, scope: Scope): Test {
  if ("conditions" in condition) return junction(condition, scope);
  if (condition.kind === "not") return negation(compile(condition.condition, scope));
  return predicate(condition, typedField(condition.field, scope), scope);
}

function junction({ kind, conditions }: Junction, scope: Scope): Test {
  const tests = conditions.map((condition) => compile(condition, scope));
  // One true condition decides an OR, one false condition an AND.
  const deciding = kind === "or";
  return (values) => {
    let truth: boolean | undefined = !deciding;
    for (const test of tests) {
      const one = test(values);
      if (one === deciding) return deciding;
      if (one === undefined) truth = undefined;
    }
    return truth;
  };
}

function negation(test: Test): Test {
  return (values) => {
    const truth = test(values);
    return truth === undefined ? undefined : !truth;
  };
}

function predicate(condition: Predicate, field: TypedField, scope: Scope): Test {
  switch (condition.kind) {
    case "null": {
      const read = fieldReader(field.key);
      return (values) => (read(values) ?? null) === null;
    }
    case "comparison":
      return comparison(condition, field, scope);
    case "in": {
      const keys = new Set(operandValues(condition.values, field, scope.parameters));
      return fieldTest(field, (key) => keys.has(key));
    }
    case "like": {
      const matches = likeness(condition, field, scope);
      return fieldTest(field, (key) => matches(String(key)));
    }
  }
}

function comparison({ operator, position, value }: Comparison, field: TypedField, scope: Scope): Test {
  if (field.type === "multiSelect" && operator !== "=" && operator !== "!=")
    throw unsupportedOperator(operator, position, field);
  const operand = operandValue(value, field, scope.parameters);
  if (operator === "!=") return negation(fieldTest(field, (key) => key === operand));
  const matches = COMPARISONS[operator];
  return fieldTest(field, (key) => matches(key, operand));
}

const COMPARISONS: Readonly<Record<Exclude<Operator, "!=">, (key: Key, operand: Key) => boolean>> = {
  "=": (key, operand) => key === operand,
  "<": (key, operand) => compareKeys(key, operand) < 0,
  "<=": (key, operand) => compareKeys(key, operand) <= 0,
  ">": (key, operand) => compareKeys(key, operand) > 0,
  ">=": (key, operand) => compareKeys(key, operand) >= 0,
};

function likeness({ ignoreCase, pattern, position }: Likeness, field: TypedField, scope: Scope) {
  if (field.type === "float" || field.type === "date")
    throw unsupportedOperator(ignoreCase ? "ILIKE" : "LIKE", position, field);
  const matcher = likeMatcher(String(operandValue(pattern, field, scope.parameters)), ignoreCase);
  if (matcher !== undefined) return matcher;
  const problem = "ends with a backslash, but a backslash needs a character after it";
  if (pattern.kind === "argument")
    throw new ArgumentError(`The argument ${excerpt(pattern.name)} ${problem}.`, pattern.name, "invalid");
  throw new QueryError(`The pattern at position ${pattern.position + 1} ${problem}.`, pattern.position);
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

function typedField({ key, position }: FieldName, { fields }: Scope): TypedField {
  const type = fields.get(key);
  if (type !== undefined) return { key, type };
  throw new QueryError(`The field ${excerpt(key)} at position ${position + 1} is not in the template.`, position);
}

function unsupportedOperator(operator: string, position: number, { key, type }: TypedField): QueryError {
  const message = `${operator} at position ${position + 1} does not work on the ${type} field ${excerpt(key)}.`;
  return new QueryError(message, position);
}
