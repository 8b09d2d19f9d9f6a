import type { JsonObject } from "content-service-contract";
import type { Field } from "../session/instances.js";
import {
  type Comparison,
  type Condition,
  compare,
  evaluate,
  isIn,
  isNull,
  joined,
  like,
  not,
  type Value,
} from "./query-condition.js";

/** Each operator on each field once, and random combinations, the simplest first. Equal records give equal conditions. */
export function sampleConditions(
  fields: readonly Field[],
  rows: readonly { readonly values: JsonObject }[],
): Condition[] {
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

/** A few values of a field, from different parts of its range. */
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
