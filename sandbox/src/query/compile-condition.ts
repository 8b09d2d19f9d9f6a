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
 * Makes a fast test of instances out of a condition. Everything that can be wrong is found here, not in the test.
 *
 * The logic is that of SQL: a comparison with a missing field (undefined or null) is neither true nor false, its
 * negation neither, and only what is true counts. Floats compare as numbers, dates as instants, text and options by code
 * points. On a multiSelect a comparison holds when it does for any chosen option, and its negation when for none.
 *
 * @throws {QueryError} when a field is unknown, an operator does not work on its type, or a value in the query does not.
 * @throws {ArgumentError} when an argument has no value, or one that does not fit its field.
 * @example
 * const isFound = compileCondition(parseQuery("amount > :least"), new Map([["amount", "float"]]), { least: 100 });
 * isFound({ amount: 120 }); // true
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

/** Undefined stands for unknown, the third truth value. */
type Test = (values: Values) => boolean | undefined;

interface Scope {
  readonly fields: ReadonlyMap<string, FieldType>;
  readonly parameters: Parameters;
}

function compile(condition: Condition, scope: Scope): Test {
  switch (condition.kind) {
    case "and":
    case "or":
      return junction(condition, scope);
    case "not":
      return negation(compile(condition.condition, scope));
    default:
      return predicate(condition, typedField(condition.field, scope), scope);
  }
}

function junction({ kind, conditions }: Junction, scope: Scope): Test {
  const tests = conditions.map((condition) => compile(condition, scope));
  const settling = kind === "or";
  return (values) => {
    let truth: boolean | undefined = !settling;
    for (const test of tests) {
      const one = test(values);
      if (one === settling) return settling;
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
      const valueIn = fieldReader(field.key);
      return (values) => (valueIn(values) ?? null) === null;
    }
    case "comparison":
      return comparison(condition, field, scope);
    case "in": {
      const keys = new Set(operandValues(condition.values, field, scope.parameters));
      return fieldTest(field, (key) => keys.has(key));
    }
    case "like": {
      const matcher = likeness(condition, field, scope);
      return fieldTest(field, (key) => matcher(String(key)));
    }
  }
}

function comparison({ operator, position, value }: Comparison, field: TypedField, scope: Scope): Test {
  if (field.type === "multiSelect" && operator !== "=" && operator !== "!=")
    throw unsupportedOperator(operator, position, field);
  const bound = operandValue(value, field, scope.parameters);
  if (operator === "!=") return negation(fieldTest(field, (key) => key === bound));
  return fieldTest(field, COMPARISONS[operator](bound));
}

const COMPARISONS: Readonly<Record<Exclude<Operator, "!=">, (bound: Key) => (key: Key) => boolean>> = {
  "=": (bound) => (key) => key === bound,
  "<": (bound) => (key) => compareKeys(key, bound) < 0,
  "<=": (bound) => (key) => compareKeys(key, bound) <= 0,
  ">": (bound) => (key) => compareKeys(key, bound) > 0,
  ">=": (bound) => (key) => compareKeys(key, bound) >= 0,
};

function likeness(condition: Likeness, field: TypedField, scope: Scope): (text: string) => boolean {
  const { ignoreCase, pattern, position } = condition;
  if (field.type === "float" || field.type === "date")
    throw unsupportedOperator(ignoreCase ? "ILIKE" : "LIKE", position, field);
  const matcher = likeMatcher(String(operandValue(pattern, field, scope.parameters)), ignoreCase);
  if (matcher !== undefined) return matcher;
  const ending = "ends with a backslash, but a backslash needs a character after it";
  if (pattern.kind === "argument") {
    throw new ArgumentError(`The argument ${excerpt(pattern.name)} ${ending}.`, pattern.name, "unsuitable");
  }
  throw new QueryError(`The pattern at position ${pattern.position + 1} ${ending}.`, pattern.position);
}

function fieldTest({ key: name, type }: TypedField, holds: (key: Key) => boolean): Test {
  const read = keyReader(type);
  const valueIn = fieldReader(name);
  if (type !== "multiSelect") {
    return (values) => {
      const key = read(valueIn(values));
      return key === undefined ? undefined : holds(key);
    };
  }
  const holdsForOption = (option: unknown) => {
    const key = read(option);
    return key !== undefined && holds(key);
  };
  return (values) => {
    const options = valueIn(values);
    return Array.isArray(options) ? options.some(holdsForOption) : undefined;
  };
}

function fieldReader(name: string): (values: Values) => unknown {
  // Fields may be called constructor or __proto__. To ask about every field would take longer than to read it.
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
