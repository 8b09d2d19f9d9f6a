import { seededRandom } from "../faults/seeded-random.js";
import type { FieldType } from "../query/condition.js";
import { compareKeys, type Key, keyReader } from "../query/keys.js";
import type { Row } from "./row-index.js";

/** A field to sort by. */
export interface SortField {
  readonly key: string;
  readonly type: FieldType;
  readonly descending: boolean;
}

/** Where a row stands: its keys, most significant first, and its number. A marker holds the place of the last row. */
export interface Place {
  readonly keys: readonly (Key | null)[];
  readonly number: number;
}

/** Gives rows their places, and says which of two comes first. */
export interface Order {
  /** What it sorts by in the first place; undefined when rows stay in the order in which they came. */
  readonly first: SortField | undefined;
  readonly isShuffled: boolean;
  placeOf(row: Row): Place;
  compare(left: Place, right: Place): number;
}

/** Sorts by fields; rows without a value come last. Rows that are alike stay in the order in which they came. */
export function orderBy(fields: readonly SortField[]): Order {
  const readers = fields.map(({ key, type }) => {
    const keyOf = keyReader(type);
    return (row: Row): Key | null => keyOf(row.instance.values[key]) ?? null;
  });
  return {
    first: fields[0],
    isShuffled: false,
    placeOf: (row) => ({ keys: readers.map((read) => read(row)), number: row.number }),
    compare(left, right) {
      for (const [index, { descending }] of fields.entries()) {
        const compared = compareWithNull(left.keys[index] ?? null, right.keys[index] ?? null, descending);
        if (compared !== 0) return compared;
      }
      return left.number - right.number;
    },
  };
}

/** An order that nobody can foresee, and that is the same each time for the same seed. */
export function shuffledBy(seed: number): Order {
  const placeOf = (row: Row): Place => ({ keys: [seededRandom(seed * 1_000_003 + row.number)()], number: row.number });
  const { compare } = orderBy([{ key: "", type: "float", descending: false }]);
  return { first: undefined, isShuffled: true, placeOf, compare };
}

function compareWithNull(left: Key | null, right: Key | null, descending: boolean): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  return descending ? compareKeys(right, left) : compareKeys(left, right);
}
