import type { Json, JsonObject } from "content-service-contract";
import type { Field } from "../session/instances.js";

/** A condition in the language `sql-where`, with the meaning that SQL gives it. */
export interface Condition {
  readonly join?: "and" | "or";
  /** Its text; values go through `argument`, which returns the name of one. */
  readonly write: (argument: (value: Json) => string) => string;
  readonly truth: (values: JsonObject, order: TextOrder) => Truth;
}

/** Undefined is the third truth value, "unknown": a comparison with a missing value, and its negation. */
type Truth = boolean | undefined;
type TextOrder = (left: string, right: string) => number;
export type Comparison = "=" | "!=" | "<>" | "<" | "<=" | ">" | ">=";
export type Value = string | number;

/**
 * Whether an instance matches a condition. Undefined where that depends on the order of texts, which differs between
 * services.
 */
export function evaluate({ truth }: Condition, values: JsonObject): boolean | undefined {
  const [first, ...others] = TEXT_ORDERS.map((order) => truth(values, order) === true);
  return others.every((one) => one === first) ? first : undefined;
}

const TEXT_ORDERS: readonly TextOrder[] = [
  (left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right)),
  new Intl.Collator("en").compare,
  new Intl.Collator("en", { sensitivity: "base" }).compare,
];

/** The text of a condition, and the values of its arguments. */
export function textOf(condition: Condition): { readonly text: string; readonly values: JsonObject } {
  const values: JsonObject = {};
  const text = condition.write((value) => {
    const count = Object.keys(values).length;
    const name = `p${SEPARATORS[count % SEPARATORS.length]}${count + 1}`;
    values[name] = value;
    return `:${name}`;
  });
  return { text, values };
}

/** The name of an argument can have any characters but those that end it. */
const SEPARATORS = [".", "", "-é"];

/** Whether the key of a field needs no quotes. */
export function isName(key: string): boolean {
  return /^[a-zA-Z_][-\w]*$/.test(key) && !/^(and|or|not|in|like|ilike|is|null|has\w*)$/i.test(key);
}

export function joined(join: "and" | "or", parts: readonly Condition[]): Condition {
  // AND binds tighter than OR, so only an OR inside of an AND needs parentheses.
  const isNested = (part: Condition) => join === "and" && part.join === "or";
  const isDeciding = join === "or";
  return {
    join,
    write: (argument) =>
      parts
        .map((part) => (isNested(part) ? `(${part.write(argument)})` : part.write(argument)))
        .join(` ${join.toUpperCase()} `),
    truth(values, order) {
      const truths = parts.map((part) => part.truth(values, order));
      if (truths.includes(isDeciding)) return isDeciding;
      return truths.includes(undefined) ? undefined : !isDeciding;
    },
  };
}

export function not(part: Condition): Condition {
  return {
    write: (argument) => (part.join === undefined ? `NOT ${part.write(argument)}` : `NOT (${part.write(argument)})`),
    truth: (values, order) => opposite(part.truth(values, order)),
  };
}

export function isNull({ key }: Field, negated: boolean): Condition {
  return {
    write: () => `${key} IS ${negated ? "NOT " : ""}NULL`,
    truth: (values) => ((values[key] ?? null) === null) !== negated,
  };
}

export function isIn(field: Field, negated: boolean, all: readonly Value[]): Condition {
  const keys = all.map((value) => keyOf(field, value));
  const truth = (values: JsonObject) => someValue(field, values, (own) => keys.includes(own));
  return {
    // A list is one argument, or one for each value.
    write: (argument) =>
      negated ? `${field.key} NOT IN ${argument([...all])}` : `${field.key} IN (${all.map(argument).join(", ")})`,
    truth: (values) => (negated ? opposite(truth(values)) : truth(values)),
  };
}

export function like(field: Field, word: "LIKE" | "ILIKE", text: string): Condition {
  const source = text.replace(/\\([\s\S])|[\s\S]/gu, (part, escaped: string | undefined) => {
    if (part === "%") return ".*";
    return part === "_" ? "." : (escaped ?? part).replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  });
  const pattern = new RegExp(`^${source}$`, word === "ILIKE" ? "isu" : "su");
  return {
    write: (argument) => `${field.key} ${word} ${argument(text)}`,
    truth: (values) => someValue(field, values, (own) => pattern.test(String(own))),
  };
}

export function compare(field: Field, operator: Comparison, value: Value): Condition {
  const operand = keyOf(field, value);
  const isEqual = (values: JsonObject) => someValue(field, values, (own) => own === operand);
  // Some numbers and texts stand in the query itself.
  const literal =
    field.kind === "number" && Number.isInteger(value)
      ? String(value)
      : field.kind === "option" && `'${String(value).replaceAll("'", "''")}'`;
  return {
    write: (argument) => `${field.key} ${operator} ${literal || argument(value)}`,
    truth(values, order) {
      if (operator === "=") return isEqual(values);
      if (operator === "!=" || operator === "<>") return opposite(isEqual(values));
      return someValue(field, values, (own) => {
        const difference =
          typeof own === "number" && typeof operand === "number" ? own - operand : order(String(own), String(operand));
        return difference === 0 ? operator.endsWith("=") : difference < 0 === operator.startsWith("<");
      });
    },
  };
}

function opposite(truth: Truth): Truth {
  return truth === undefined ? undefined : !truth;
}

/** A list matches if one of its values does. */
function someValue(field: Field, values: JsonObject, matches: (own: Value) => boolean): Truth {
  const value = values[field.key] ?? null;
  if (value === null) return undefined;
  const all = Array.isArray(value) ? value : [value];
  return all.some((one) => (typeof one === "string" || typeof one === "number") && matches(keyOf(field, one)));
}

/** Times compare as instants. */
function keyOf({ kind }: Field, value: Value): Value {
  return kind === "time" ? Date.parse(String(value)) : value;
}
