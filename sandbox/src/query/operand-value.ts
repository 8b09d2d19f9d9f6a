import { readTime } from "../clock/read-time.js";
import { type FieldType, type Key, unlessNaN } from "./keys.js";
import { ArgumentError, excerpt, QueryError } from "./query-error.js";

/** A value in the text of a query, or an argument, whose value the request has. */
export type Operand =
  | Argument
  | { readonly kind: "literal"; readonly value: string | number; readonly position: number };

/** `:name`. The name is without the colon. */
interface Argument {
  readonly kind: "argument";
  readonly name: string;
}

/** The operands of IN, or one argument that is a list. */
export type Membership = readonly Operand[] | Argument;

export interface TypedField {
  readonly key: string;
  readonly type: FieldType;
}

/** The values of the arguments, by name. */
export type Parameters = Readonly<Record<string, unknown>>;

/**
 * Returns the key of an operand.
 *
 * @throws {ArgumentError} for an argument without a value or with a value of another type than the field
 * @throws {QueryError} for a literal of another type than the field
 */
export function operandValue(operand: Operand, field: TypedField, parameters: Parameters): Key {
  const value = operand.kind === "argument" ? argumentValue(operand, parameters) : operand.value;
  const key = keyOf(value, field.type);
  if (key !== undefined) return key;
  const needed = `the ${field.type} field ${excerpt(field.key)} needs ${NEEDED[field.type].one}`;
  if (operand.kind === "argument") throw invalidArgument(operand, kindOf(value), needed);
  throw new QueryError(`The value at position ${operand.position} is ${kindOf(value)}, but ${needed}.`);
}

/** Returns the keys of the operands of IN. Throws as `operandValue` does, and for an argument that is not a list. */
export function operandValues(values: Membership, field: TypedField, parameters: Parameters): readonly Key[] {
  // Array.isArray does not narrow read-only arrays.
  if (!("kind" in values)) return values.map((operand) => operandValue(operand, field, parameters));
  const list = argumentValue(values, parameters);
  const needed = `the ${field.type} field ${excerpt(field.key)} needs ${NEEDED[field.type].many}`;
  if (!Array.isArray(list)) throw invalidArgument(values, kindOf(list), needed);
  return list.map((value: unknown) => {
    const key = keyOf(value, field.type);
    if (key === undefined) throw invalidArgument(values, `a list with ${kindOf(value)}`, needed);
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
  // An argument may be named constructor or __proto__.
  const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
  if (value === undefined) throw new ArgumentError(`The argument ${excerpt(name)} has no value.`, name, "missing");
  return value;
}

function keyOf(value: unknown, type: FieldType): Key | undefined {
  if (type === "float") return typeof value === "number" && Number.isFinite(value) ? value : undefined;
  if (typeof value !== "string") return undefined;
  return type === "date" ? unlessNaN(readTime(value)) : value;
}

function invalidArgument({ name }: Argument, found: string, needed: string): ArgumentError {
  return new ArgumentError(`The argument ${excerpt(name)} is ${found}, but ${needed}.`, name, "invalid");
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
