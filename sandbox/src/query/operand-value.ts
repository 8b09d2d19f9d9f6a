import type { Argument, FieldType, Membership, Operand } from "./condition.js";
import { instantOf, type Key } from "./keys.js";
import { ArgumentError, excerpt, QueryError } from "./query-error.js";

/** A field together with its type. */
export interface TypedField {
  readonly key: string;
  readonly type: FieldType;
}

/** The values of the arguments, by name without the colon. */
export type Parameters = Readonly<Record<string, unknown>>;

/**
 * The key that a field is compared with.
 *
 * @throws {ArgumentError} when the argument has no value, or one that does not fit the field.
 * @throws {QueryError} when a value in the query itself does not fit the field.
 */
export function operandValue(operand: Operand, field: TypedField, parameters: Parameters): Key {
  const value = operand.kind === "argument" ? argumentValue(operand, parameters) : operand.value;
  const key = fitting(value, field.type);
  if (key !== undefined) return key;
  const needed = `the ${field.type} field ${excerpt(field.key)} needs ${NEEDED[field.type].one}`;
  if (operand.kind === "argument") throw unsuitable(operand, kindOf(value), needed);
  const message = `The value at position ${operand.position + 1} is ${kindOf(value)}, but ${needed}.`;
  throw new QueryError(message, operand.position);
}

/**
 * The keys that IN compares a field with.
 *
 * @throws as operandValue does, and when the argument after IN is no list.
 */
export function operandValues(values: Membership["values"], field: TypedField, parameters: Parameters): readonly Key[] {
  // The guard of Array.isArray does not know read-only arrays, and so the kind tells the two apart.
  if (!("kind" in values)) return values.map((operand) => operandValue(operand, field, parameters));
  const list = argumentValue(values, parameters);
  const needed = `the ${field.type} field ${excerpt(field.key)} needs ${NEEDED[field.type].many}`;
  if (!Array.isArray(list)) throw unsuitable(values, kindOf(list), needed);
  return list.map((value: unknown) => {
    const key = fitting(value, field.type);
    if (key === undefined) throw unsuitable(values, `a list with ${kindOf(value)}`, needed);
    return key;
  });
}

const DATE_TIME = "with an offset, such as 2024-05-31T08:00:00Z";
const TEXT = { one: "a string", many: "a list of strings" };
const NEEDED: Readonly<Record<FieldType, { one: string; many: string }>> = {
  string: TEXT,
  enum: TEXT,
  multiSelect: TEXT,
  float: { one: "a number", many: "a list of numbers" },
  date: { one: `a date-time ${DATE_TIME}`, many: `a list of date-times ${DATE_TIME}` },
};

function argumentValue({ name }: Argument, parameters: Parameters): unknown {
  // Arguments may be called constructor or __proto__.
  const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
  if (value === undefined) throw new ArgumentError(`The argument ${excerpt(name)} has no value.`, name, "missing");
  return value;
}

function fitting(value: unknown, type: FieldType): Key | undefined {
  if (type === "float") return typeof value === "number" && Number.isFinite(value) ? value : undefined;
  if (typeof value !== "string") return undefined;
  return type === "date" ? instantOf(value) : value;
}

function unsuitable({ name }: Argument, found: string, needed: string): ArgumentError {
  return new ArgumentError(`The argument ${excerpt(name)} is ${found}, but ${needed}.`, name, "unsuitable");
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
