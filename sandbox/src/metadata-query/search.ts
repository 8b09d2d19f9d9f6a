import { compileCondition } from "../query/compile-condition.js";
import { type Condition, comparedFields, type FieldType } from "../query/condition.js";
import { compareKeys, type Key } from "../query/keys.js";
import type { Parameters } from "../query/operand-value.js";
import { rangeOf } from "../query/range-of.js";
import type { FileRecord, FolderRecord, ItemRecord } from "../store/records.js";
import type { Store } from "../store/store.js";
import type { Order, Place } from "./order.js";
import { firstAt, type Row, rowsByField, rowsOf, withinRange } from "./row-index.js";

/** What to look for. */
export interface Search {
  /** The name of the template. */
  readonly template: string;
  readonly fields: ReadonlyMap<string, FieldType>;
  readonly condition: Condition | undefined;
  readonly parameters: Parameters;
  /** The field whose index is used. */
  readonly index: string | undefined;
  readonly order: Order;
}

/** Which of the items that a search finds are wanted. */
export interface Wanted {
  /** Only those behind this place. */
  readonly after: Place | undefined;
  readonly count: number;
  /** Only those that this lets through. It is asked as seldom as can be. */
  readonly isVisible: (item: ItemRecord) => item is FileRecord | FolderRecord;
}

/** An item that was found, and the place of its instance. */
export interface Found {
  readonly item: FileRecord | FolderRecord;
  readonly place: Place;
}

/**
 * Makes the function that gives the first items that a search finds, in its order.
 *
 * Throws a `QueryError` or an `ArgumentError` when the condition does not fit the fields or the parameters.
 */
export function search(
  store: Store,
  { template, fields, condition, parameters, index, order }: Search,
): (wanted: Wanted) => Found[] {
  const fulfils = condition === undefined ? () => true : compileCondition(condition, fields, parameters);
  const type = index === undefined ? undefined : fields.get(index);
  const range =
    condition === undefined || index === undefined ? undefined : rangeOf(condition, index, fields, parameters);

  return (wanted) => {
    const all = rowsOf(store, template);
    const inRange =
      range === undefined || index === undefined || type === undefined
        ? undefined
        : { field: index, rows: withinRange(rowsByField(store, template, index, type), range) };
    const candidates = inRange?.rows ?? all;
    const isSorted = inRange?.field === order.first?.key;
    // When a good part of all rows are in the range, the first ones in order are soon found among all of them.
    const steps = (wanted.count * all.length) / Math.max(1, candidates.length);
    const maxSteps = isSorted ? candidates.length : Math.max(steps, candidates.length) * SCAN_BUDGET;
    const soon = isSorted || steps < candidates.length ? scanSorted(maxSteps) : undefined;
    if (soon !== undefined) return soon;
    const { offer, found } = firstFound(wanted);
    for (const row of candidates) offer(row);
    return found;

    /** What is found in the order of the search; undefined when it is not all found within a number of steps. */
    function scanSorted(maxSteps: number): Found[] | undefined {
      const scan = sortedScan(store, template, { order, after: wanted.after, inRange });
      if (scan === undefined) return undefined;
      const { offer, found, last } = firstFound(wanted);
      let count = 0;
      for (const row of scan.rows) {
        const end = last();
        if (end !== undefined && scan.isBehind(row, end)) return found;
        if (count >= maxSteps) return undefined;
        count += 1;
        offer(row);
      }
      return scan.isComplete || last() !== undefined ? found : undefined;
    }
  };

  /** Keeps the first of the rows that are offered. A page is short: this is faster than sorting all that fit. */
  function firstFound({ after, count, isVisible }: Wanted) {
    const found: Found[] = [];
    /** The last place that is kept, once there are enough. */
    const last = () => (found.length < count ? undefined : found.at(-1)?.place);
    const offer = (row: Row): void => {
      if (!fulfils(row.instance.values)) return;
      const place = order.placeOf(row);
      if (after !== undefined && order.compare(place, after) <= 0) return;
      const end = last();
      if (end !== undefined && order.compare(place, end) > 0) return;
      const item = store.items.get(row.instance.item.id);
      if (item === undefined || !isVisible(item)) return;
      if (end !== undefined) found.pop();
      found.splice(positionOf(place, found, order), 0, { item, place });
    };
    return { found, last, offer };
  }
}

/** How much may be lost, as a part of all candidates, when the way in order turns out to be too long. */
const SCAN_BUDGET = 0.1;

/** The fields whose index serves a search: those of the condition, the first to sort by, and without either any. */
export function usefulIndexes(
  fields: ReadonlyMap<string, FieldType>,
  condition: Condition | undefined,
  sortedBy: string | undefined,
): string[] {
  const compared = condition === undefined ? [] : [...comparedFields(condition)];
  const useful = sortedBy === undefined ? compared : [...compared, sortedBy];
  return useful.length > 0 ? useful : [...fields.keys()];
}

/** Where a place belongs among those that were found. */
function positionOf(place: Place, found: readonly Found[], { compare }: Order): number {
  let low = 0;
  let high = found.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = found[middle];
    if (other !== undefined && compare(other.place, place) > 0) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** A way through rows in the order of a search, as far as their first key decides it. */
export interface SortedScan {
  /** Row after row, from the place on behind which the page starts. */
  readonly rows: Iterable<Row>;
  /** Whether a row, and all that come after it, are behind a place. */
  isBehind(row: Row, place: Place): boolean;
  /** Whether it leads to every row that may be wanted. Rows without a value to sort by may not be on the way. */
  readonly isComplete: boolean;
}

/** The rows that an index leaves, sorted by its field. */
export interface InRange {
  readonly field: string;
  readonly rows: readonly Row[];
}

/**
 * Finds the way through the rows of a template, or through those in range when they are sorted as is wanted. There is
 * none when the order has none, or when the page starts among rows that are not on it.
 */
export function sortedScan(
  store: Store,
  template: string,
  { order, after, inRange }: { order: Order; after: Place | undefined; inRange: InRange | undefined },
): SortedScan | undefined {
  if (order.isShuffled) return undefined;
  if (order.first === undefined) {
    const rows = rowsOf(store, template);
    const start = after === undefined ? 0 : firstAt(rows, (key) => compareKeys(key, after.number) > 0);
    return { rows: stepping(rows, start, 1), isBehind: (row, { number }) => row.number > number, isComplete: true };
  }
  const { key, type, descending } = order.first;
  const isInRange = inRange?.field === key;
  const rows = isInRange ? inRange.rows : rowsByField(store, template, key, type);
  const [from] = after?.keys ?? [];
  if (from === null) return undefined;
  const isBehind = (one: Key, other: Key) => (descending ? compareKeys(one, other) < 0 : compareKeys(one, other) > 0);
  const above = from === undefined ? rows.length : firstAt(rows, (one) => compareKeys(one, from) > 0);
  const least = from === undefined ? 0 : firstAt(rows, (one) => compareKeys(one, from) >= 0);
  return {
    rows: descending ? stepping(rows, above - 1, -1) : stepping(rows, least, 1),
    isBehind: (row, { keys: [end] }) => typeof end !== "object" && end !== undefined && isBehind(row.key, end),
    isComplete: isInRange,
  };
}

function* stepping(rows: readonly Row[], start: number, step: 1 | -1): Iterable<Row> {
  for (let at = start; ; at += step) {
    const row = rows[at];
    if (row === undefined) return;
    yield row;
  }
}
