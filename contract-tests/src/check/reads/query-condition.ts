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
type Comparison = "=" | "!=" | "<>" | "<" | "<=" | ">" | ">=";
type Value = string | number;

/** Whether an instance matches a condition. Undefined where that depends on the order of texts. */
export function evaluate({ truth }: Condition, values: JsonObject): boolean | undefined {
  const [first, ...others] = TEXT_ORDERS.map((order) => truth(values, order) === true);
  return others.every((one) => one === first) ? first : undefined;
}

const TEXT_ORDERS: readonly TextOrder[] = [
  (left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right)),
  new Intl.Collator("en").compare,
  new Intl.Collator("en", { sensitivity: "base" }).compare,
];

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

function joined(join: "and" | "or", parts: readonly Condition[]): Condition {
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

function not(part: Condition): Condition {
  return {
    write: (argument) => (part.join === undefined ? `NOT ${part.write(argument)}` : `NOT (${part.write(argument)})`),
    truth: (values, order) => opposite(part.truth(values, order)),
  };
}

function isNull({ key }: Field, negated: boolean): Condition {
  return {
    write: () => `${key} IS ${negated ? "NOT " : ""}NULL`,
    truth: (values) => ((values[key] ?? null) === null) !== negated,
  };
}

function isIn(field: Field, negated: boolean, all: readonly Value[]): Condition {
  const keys = all.map((value) => keyOf(field, value));
  const truth = (values: JsonObject) => someValue(field, values, (own) => keys.includes(own));
  return {
    // A list is one argument, or one for each value.
    write: (argument) =>
      negated ? `${field.key} NOT IN ${argument([...all])}` : `${field.key} IN (${all.map(argument).join(", ")})`,
    truth: (values) => (negated ? opposite(truth(values)) : truth(values)),
  };
}

function like(field: Field, word: "LIKE" | "ILIKE", text: string): Condition {
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

/** Each operator on each field once, and random combinations, the simplest first. Equal records give equal conditions. */
export function sampleConditions(fields: readonly Field[], rows: readonly { readonly values: JsonObject }[]) {
  const records = rows.map(({ values }) => values);
  const byField = fields.map((field) => predicates(field, valuesOf(field, records)));
  const leaves = byField.flat();
  if (leaves.length === 0) return [];
  const random = seededRandom(leaves.length);
  const one = (all: readonly Condition[]) => all.slice(Math.floor(random() * all.length))[0] ?? joined("and", all);
  const combined = (depth: number): Condition => {
    const turn = random();
    if (depth === 0 || turn < 0.25) return one(leaves);
    if (turn < 0.4) return not(combined(depth - 1));
    return joined(turn < 0.7 ? "and" : "or", [combined(depth - 1), combined(depth - 1)]);
  };
  const combinations = Array.from({ length: COMBINATIONS }, (_, index) =>
    combined(1 + Math.floor((3 * index) / COMBINATIONS)),
  );
  return [...leaves, ...byField.map((own) => not(one(own))), ...mixed(leaves, records), ...combinations];
}

/** AND beside OR, such that a record shows which of them binds tighter. */
function mixed(leaves: readonly Condition[], records: readonly JsonObject[]): Condition[] {
  for (const left of leaves) {
    const right = leaves.find((one) =>
      records.some((values) => evaluate(left, values) === true && evaluate(one, values) === false),
    );
    if (right !== undefined) return [joined("or", [left, joined("and", [left, right])])];
  }
  return [];
}

const COMBINATIONS = 20;

function valuesOf({ key, kind }: Field, records: readonly JsonObject[]): Value[] {
  const all = records.flatMap((values) => values[key] ?? []);
  // A service may show the "t" and "z" of a time in lower case, and take only upper case.
  const written = kind === "time" ? all.map((one) => String(one).toUpperCase()) : all;
  const usable = written.filter(
    (one): one is Value => typeof one === "number" || (typeof one === "string" && one !== ""),
  );
  const sorted = [...new Set(usable)].toSorted((left, right) =>
    typeof left === "number" && typeof right === "number" ? left - right : String(left) < String(right) ? -1 : 1,
  );
  const places = [0.5, 0.25, 0.75, 0, 1].map((part) => sorted[Math.round((sorted.length - 1) * part)]);
  return [...new Set(places)].filter((value) => value !== undefined);
}

function predicates(field: Field, values: readonly Value[]): Condition[] {
  const [first, second = first] = values;
  const empty = [true, false].map((negated) => isNull(field, negated));
  if (first === undefined || second === undefined) return empty;
  const compared = COMPARISONS.slice(0, field.kind === "options" ? 3 : undefined).map((one) =>
    compare(field, one, first),
  );
  const lists = [true, false].map((negated) => isIn(field, negated, [first, second, ...values.slice(2, 4)]));
  return [...empty, ...compared, ...lists, ...others(field, first)];
}

/** A field with several values has the first three. */
const COMPARISONS: readonly Comparison[] = ["=", "!=", "<>", "<", "<=", ">", ">="];

function others(field: Field, value: Value): Condition[] {
  // Fractions, and a value that no record has.
  if (field.kind === "number") return [compare(field, ">", Number(value) + 0.5)];
  const text = String(value);
  if (field.kind === "time") {
    const local = new Date(Date.parse(text) + 2 * 3_600_000).toISOString().replace(/(\.000)?Z$/, "+02:00");
    const later = new Date(Date.parse(text) + 3_600_000).toISOString();
    // The last one is on the same day.
    return [compare(field, "=", local), compare(field, ">=", local), compare(field, ">=", later)];
  }
  const characters = [...text].map((one) => one.replace(/[\\%_]/g, "\\$&"));
  const half = Math.ceil(characters.length / 2);
  const patterns = [
    `${characters.slice(0, half).join("")}%`,
    `%${characters.slice(half).join("")}`,
    `%${characters.slice(1, half).join("")}%`,
    // The wildcard stands for no character, too.
    `%${characters.join("")}%`,
    `${characters.slice(0, -1).join("")}_`,
    `${characters.slice(0, half).join("")}_`,
    swapCase(characters.join("")),
    // No wildcard.
    `${characters.slice(0, half).join("")}\\%`,
  ];
  // Texts without an order of their own need fewer.
  const used = field.kind === "text" ? patterns : patterns.slice(0, 2);
  const found = used.flatMap((pattern) => [like(field, "LIKE", pattern), like(field, "ILIKE", pattern)]);
  return [...found, compare(field, "=", swapCase(text))];
}

function swapCase(text: string): string {
  return text.replace(/[a-z]|[A-Z]/g, (letter) => (letter < "a" ? letter.toLowerCase() : letter.toUpperCase()));
}

/** Mulberry32: the same numbers for the same seed. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
