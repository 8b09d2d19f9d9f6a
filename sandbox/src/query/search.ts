import { seededRandom } from "../faults/seeded-random.js";
import type { FileRecord, FolderRecord, ItemRecord, RecordOf } from "../store/records.js";
import type { Store } from "../store/store.js";
import type { Numbered } from "../store/table.js";
import { compareKeys, type FieldType, type Key, keyReader } from "./keys.js";

export interface Search {
  readonly template: string;
  readonly matches: (values: RecordOf<"metadata_instances">["values"]) => boolean;
  readonly order: Order;
  /** Only results after this place. */
  readonly after: Place | undefined;
  /** The length of the page. */
  readonly count: number;
  /** Filters the items. Called as rarely as possible, since it is slow. */
  readonly isVisible: (item: ItemRecord) => item is FileRecord | FolderRecord;
}

interface Found {
  readonly item: FileRecord | FolderRecord;
  readonly place: Place;
}

/**
 * Finds a page of the results, in order. Collects the first of all matches: a page is short, so this is faster than sorting
 * them.
 */
export function search(store: Store, { template, matches, order, after, count, isVisible }: Search): Found[] {
  const found: Found[] = [];
  for (const row of store.instancesByTemplate.of(template).values()) {
    if (!matches(row.record.values)) continue;
    const place = order.placeOf(row);
    if (after !== undefined && order.compare(place, after) <= 0) continue;
    const last = found.length < count ? undefined : found.at(-1);
    if (last !== undefined && order.compare(place, last.place) > 0) {
      if (order.isOfRows) break;
      continue;
    }
    const item = store.items.get(row.record.item.id);
    if (item === undefined || !isVisible(item)) continue;
    if (last !== undefined) found.pop();
    const position = found.findLastIndex((other) => order.compare(other.place, place) < 0) + 1;
    found.splice(position, 0, { item, place });
  }
  return found;
}

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

interface Order {
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
