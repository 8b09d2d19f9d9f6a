import type { Field } from "../principles/instances.js";
import type { Comparison, Condition, Predicate, Value, Values } from "./query-condition.js";

/** Each operator on each field once, and random combinations, the simplest first. Equal records give equal conditions. */
export function sampleConditions(fields: readonly Field[], rows: readonly { readonly values: Values }[]): Condition[] {
  const records = rows.map(({ values }) => values);
  const leaves = fields.flatMap((field) => predicates(field, valuesOf(field, records)));
  if (leaves.length === 0) return [];
  const random = seededRandom(leaves.length);
  const one = <Item>(items: readonly [Item, ...Item[]] | readonly Item[]): Item => {
    const found = items[Math.floor(random() * items.length)];
    if (found === undefined) throw new Error("Expected an item");
    return found;
  };
  const combined = (depth: number): Condition => {
    const turn = random();
    if (depth === 0 || turn < 0.25) return one(leaves);
    if (turn < 0.4) return { kind: "not", part: combined(depth - 1) };
    return { kind: turn < 0.7 ? "and" : "or", parts: [combined(depth - 1), combined(depth - 1)] };
  };
  const negated = fields.flatMap((field): Condition[] => {
    const own = leaves.filter((leaf) => leaf.field === field);
    return own.length === 0 ? [] : [{ kind: "not", part: one(own) }];
  });
  return [
    ...leaves,
    ...negated,
    ...Array.from({ length: COMBINATIONS }, (_, index) => combined(1 + Math.floor((3 * index) / COMBINATIONS))),
  ];
}

const COMBINATIONS = 20;

/** A few values of a field, from different parts of its range. */
function valuesOf({ key, kind }: Field, records: readonly Values[]): Value[] {
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

function predicates(field: Field, values: readonly Value[]): Predicate[] {
  const [first, second = first] = values;
  const empty: Predicate[] = [true, false].map((negated) => ({ kind: "null", field, negated }));
  if (first === undefined || second === undefined) return empty;
  const comparisons: Comparison[] =
    field.kind === "options" ? ["=", "!=", "<>"] : ["=", "!=", "<>", "<", "<=", ">", ">="];
  const compared = comparisons.map((operator): Predicate => ({ kind: "compare", field, operator, value: first }));
  const lists = [true, false].map(
    (negated): Predicate => ({ kind: "in", field, negated, values: [first, second, ...values.slice(2, 4)] }),
  );
  return [...empty, ...compared, ...lists, ...others(field, first)];
}

function others(field: Field, value: Value): Predicate[] {
  if (field.kind === "number") {
    // Fractions, and a value that no record has.
    return [{ kind: "compare", field, operator: ">", value: Number(value) + 0.5 }];
  }
  const text = String(value);
  if (field.kind === "time") {
    const local = new Date(Date.parse(text) + 2 * 3_600_000).toISOString().replace(/(\.000)?Z$/, "+02:00");
    const later = new Date(Date.parse(text) + 3_600_000).toISOString();
    return [
      ...(["=", ">="] as const).map((operator): Predicate => ({ kind: "compare", field, operator, value: local })),
      // On the same day.
      { kind: "compare", field, operator: ">=", value: later },
    ];
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
  return (field.kind === "text" ? patterns : patterns.slice(0, 2))
    .flatMap((pattern) =>
      (["LIKE", "ILIKE"] as const).map((word): Predicate => ({ kind: "like", field, word, value: pattern })),
    )
    .concat({ kind: "compare", field, operator: "=", value: swapCase(text) });
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
