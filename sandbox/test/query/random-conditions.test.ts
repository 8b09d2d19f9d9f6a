import { expect, test } from "vitest";
import { seededRandom } from "../../src/faults/seeded-random.js";
import { compileCondition } from "../../src/query/compile-condition.js";
import type { FieldType } from "../../src/query/condition.js";
import { parseQuery } from "../../src/query/parse-query.js";
import { rangeOf } from "../../src/query/range-of.js";
import { FIELDS } from "./query-template.js";

const TEXTS = ["", "a", "A", "ab", "b", "ba", "aab", "_", "a%"];
const PATTERNS = ["", "%", "_", "a%", "%B", "_b", "a\\%", "%a%b%", "A_"];
const NUMBERS = [-1, 0, 0.5, 1, 2];
const DATES = [
  "2024-01-01T00:00:00Z",
  "2024-01-01T01:00:00+01:00",
  "2023-12-31T23:59:59.999Z",
  "2024-01-01T00:00:00-01:00",
];

type Values = Record<string, unknown>;
/** The expected value of a condition, computed without the code under test: true, false, or null for unknown. */
type Meaning = (values: Values) => boolean | null;
interface Sample {
  readonly text: string;
  readonly meaning: Meaning;
}

test("4,000 random conditions find exactly the expected instances, all of them in their range [BE-21]", () => {
  const random = createRandom(20_240_531);
  let found = 0;
  let ranged = 0;
  for (let round = 0; round < 4_000; round++) {
    const parameters: Values = {};
    const { text, meaning } = condition(random, parameters, 4);
    const parsed = parseQuery(text);
    const test = compileCondition(parsed, FIELDS, parameters);
    const ranges = (["amount", "name"] as const).map((field) => ({
      field,
      range: rangeOf(parsed, field, FIELDS, parameters),
    }));
    for (let instance = 0; instance < 12; instance++) {
      const values = instanceOf(random);
      const expected = meaning(values) === true;
      if (test(values) !== expected) expect.fail(JSON.stringify({ text, parameters, values, expected }));
      if (!expected) continue;
      found++;
      for (const { field, range } of ranges) {
        if (range === undefined) continue;
        ranged++;
        const { lower, upper } = range;
        const value = values[field] as string | number; // Samples of these fields are texts and numbers.
        const above = lower === undefined || (lower.inclusive ? value >= lower.value : value > lower.value);
        const below = upper === undefined || (upper.inclusive ? value <= upper.value : value < upper.value);
        if (!above || !below) expect.fail(JSON.stringify({ text, parameters, values, field, range }));
      }
    }
  }
  expect(found).toBeGreaterThan(10_000);
  expect(ranged).toBeGreaterThan(500);
});

function condition(random: Random, parameters: Values, depth: number): Sample {
  const choice = depth === 0 ? 9 : random.below(10);
  if (choice < 2) {
    const inner = condition(random, parameters, depth - 1);
    return { text: `NOT (${inner.text})`, meaning: (values) => opposite(inner.meaning(values)) };
  }
  if (choice < 6) {
    const both = choice < 4;
    const left = condition(random, parameters, depth - 1);
    const right = condition(random, parameters, depth - 1);
    // Parentheses are optional around the sides of OR.
    const side = ({ text }: Sample) => (both || random.below(2) === 0 ? `(${text})` : text);
    const meaning: Meaning = (values) => {
      const pair = [left.meaning(values), right.meaning(values)];
      if (pair.includes(!both)) return !both;
      return pair.includes(null) ? null : both;
    };
    return { text: `${side(left)} ${both ? "AND" : "or"} ${side(right)}`, meaning };
  }
  return predicate(random, parameters);
}

function predicate(random: Random, parameters: Values): Sample {
  const [field, type] = random.of([...FIELDS]);
  const pool: readonly (string | number)[] = type === "float" ? NUMBERS : type === "date" ? DATES : TEXTS;
  const not = random.below(2) === 0 ? "NOT " : "";
  const negated = (value: boolean | null) => (not === "" ? value : opposite(value));
  switch (random.below(type === "float" || type === "date" ? 4 : 5)) {
    case 0:
      return { text: `${field} IS ${not}NULL`, meaning: (values) => negated(values[field] == null) };
    case 1: {
      const list = [random.of(pool), random.of(pool)];
      const operand =
        random.below(2) === 0
          ? value(random, parameters, list)
          : `(${list.map((one) => value(random, parameters, one))})`;
      const meaning = asked(field, (one) => list.some((other) => ordinal(type, one) === ordinal(type, other)));
      return { text: `${field} ${not}IN ${operand}`, meaning: (values) => negated(meaning(values)) };
    }
    case 4: {
      const pattern = random.of(PATTERNS);
      const word = random.below(2) === 0 ? "LIKE" : "ILIKE";
      // A regular expression is safe here: no pattern is hostile.
      const source = pattern.replaceAll(/\\?./g, (part) => ({ "%": ".*", _: "." })[part] ?? part.replace("\\", ""));
      const like = new RegExp(`^(?:${source})$`, word === "LIKE" ? "" : "i");
      const meaning = asked(field, (one) => like.test(String(one)));
      const text = `${field} ${not}${word} ${value(random, parameters, pattern)}`;
      return { text, meaning: (values) => negated(meaning(values)) };
    }
    default: {
      const operator = random.of(type === "multiSelect" ? ["=", "!=", "<>"] : ["=", "!=", "<>", "<", "<=", ">", ">="]);
      const bound = random.of(pool);
      const isOpposite = operator === "!=" || operator === "<>";
      const meaning = asked(field, (one) => {
        const [left, right] = [ordinal(type, one), ordinal(type, bound)];
        if (left === right) return operator === ">=" || operator === "<=" || operator === "=" || isOpposite;
        return left < right ? operator.startsWith("<") && !isOpposite : operator.startsWith(">");
      });
      const text = `${field} ${operator} ${value(random, parameters, bound)}`;
      return { text, meaning: isOpposite ? (values) => opposite(meaning(values)) : meaning };
    }
  }
}

function asked(field: string, matches: (value: unknown) => boolean): Meaning {
  return (values) => {
    const stored = values[field];
    if (stored == null) return null;
    return Array.isArray(stored) ? stored.some(matches) : matches(stored);
  };
}

function ordinal(type: FieldType, value: unknown): string | number {
  if (type === "date") return new Date(String(value)).getTime();
  return type === "float" ? Number(value) : String(value);
}

const opposite = (value: boolean | null) => (value === null ? null : !value);

/** Writes a value as an argument or, unless it is a list, as a literal. */
function value(random: Random, parameters: Values, given: unknown): string {
  if (!Array.isArray(given) && random.below(2) === 0) {
    return typeof given === "number" ? String(given) : `'${String(given).replaceAll("'", "''")}'`;
  }
  const name = `p${Object.keys(parameters).length}`;
  parameters[name] = given;
  return `:${name}`;
}

function instanceOf(random: Random): Values {
  const values: Values = {
    name: random.of(TEXTS),
    amount: random.of(NUMBERS),
    due: random.of(DATES),
    state: random.of(TEXTS),
    tags: TEXTS.filter(() => random.below(4) === 0),
  };
  for (const field of FIELDS.keys()) {
    const choice = random.below(8);
    if (choice === 0) delete values[field];
    if (choice === 1) values[field] = null;
  }
  return values;
}

type Random = ReturnType<typeof createRandom>;

function createRandom(seed: number) {
  const random = seededRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const of = <T>(list: readonly T[]): T => {
    const item = list[below(list.length)];
    if (item === undefined) throw new Error("nothing to choose from");
    return item;
  };
  return { below, of };
}
