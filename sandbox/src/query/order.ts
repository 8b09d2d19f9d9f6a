import { seededRandom } from "../faults/seeded-random.js";
import type { RecordOf } from "../store/records.js";
import type { Numbered } from "../store/table.js";
import { compareKeys, type FieldType, type Key, keyReader } from "./keys.js";

/** A field to sort by. */
export interface SortField {
  readonly key: string;
  readonly type: FieldType;
  readonly descending: boolean;
}

/** An instance of a template. */
type Row = Numbered<RecordOf<"metadata_instances">>;

/** The sort keys of a row, most significant first, and its number. A marker contains the place of the last row. */
export interface Place {
  readonly keys: readonly (Key | null)[];
  readonly number: number;
}

/** The order of the results. */
export interface Order {
  /** Whether this is insertion order. */
  readonly isOfRows: boolean;
  placeOf(row: Row): Place;
  compare(left: Place, right: Place): number;
}

/** Sorts by fields and then in insertion order. Rows without a value come last. */
export function orderBy(fields: readonly SortField[]): Order {
  const readers = fields.map(({ key, type }) => ({ key, keyOf: keyReader(type) }));
  return {
    isOfRows: fields.length === 0,
    placeOf: ({ record, number }) => ({
      keys: readers.map(({ key, keyOf }) => keyOf(record.values[key]) ?? null),
      number,
    }),
    compare(left, right) {
      for (const [index, { descending }] of fields.entries()) {
        const compared = compareWithNull(left.keys[index] ?? null, right.keys[index] ?? null, descending);
        if (compared !== 0) return compared;
      }
      return left.number - right.number;
    },
  };
}

/** A random order, the same for the same seed. */
export function shuffledBy(seed: number): Order {
  const placeOf = (row: Row): Place => ({ keys: [seededRandom(seed * 1_000_003 + row.number)()], number: row.number });
  const { compare } = orderBy([{ key: "", type: "float", descending: false }]);
  return { isOfRows: false, placeOf, compare };
}

function compareWithNull(left: Key | null, right: Key | null, descending: boolean): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  return descending ? compareKeys(right, left) : compareKeys(left, right);
}
