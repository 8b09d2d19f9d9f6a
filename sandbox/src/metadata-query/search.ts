import { compileCondition } from "../query/compile-condition.js";
import { type Condition, comparedFields, type FieldType } from "../query/condition.js";
import { compareKeys, type Key } from "../query/keys.js";
import type { Parameters } from "../query/operand-value.js";
import { rangeOf } from "../query/range-of.js";
import type { FileRecord, FolderRecord, ItemRecord } from "../store/records.js";
import type { Store } from "../store/store.js";
import type { Order, Place } from "./order.js";
import { firstAbove, firstAt, type Row, rowsByField, rowsOf, withinRange } from "./row-index.js";

/** The parameters of a search. */
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

/** A page of the results. */
export interface Wanted {
  /** Only results after this place. */
  readonly after: Place | undefined;
  readonly count: number;
  /** Filters the items. Called as rarely as possible, since it is slow. */
  readonly isVisible: (item: ItemRecord) => item is FileRecord | FolderRecord;
}

/** A found item and the place of its instance. */
export interface Found {
  readonly item: FileRecord | FolderRecord;
  readonly place: Place;
}

/**
 * Returns a function that finds a page of the results, in order.
 *
 * Throws a `QueryError` or an `ArgumentError` for a condition that does not fit the fields or the parameters.
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
    // If the range has a large part of all rows, a scan of all rows in order finds the page after a few steps.
    const steps = (wanted.count * all.length) / Math.max(1, candidates.length);
    const maxSteps = isSorted ? candidates.length : Math.max(steps, candidates.length) * SCAN_BUDGET;
    const scanned = isSorted || steps < candidates.length ? scanSorted(maxSteps) : undefined;
    if (scanned !== undefined) return scanned;
    const { offer, found } = firstFound(wanted);
    for (const row of candidates) offer(row);
    return found;

    /** Finds the page by a scan in order. Undefined if the scan takes more than `maxSteps` or misses rows. */
    function scanSorted(maxSteps: number): Found[] | undefined {
      const scan = sortedScan(store, template, { order, after: wanted.after, inRange });
      if (scan === undefined) return undefined;
      const { offer, found, last } = firstFound(wanted);
      let count = 0;
      for (const row of scan.rows) {
        const end = last();
        if (end !== undefined && scan.isAfter(row, end)) return found;
        if (count >= maxSteps) return undefined;
        count += 1;
        offer(row);
      }
      return scan.isComplete || last() !== undefined ? found : undefined;
    }
  };

  /** Collects the first of the offered rows. A page is short, so this is faster than sorting all matches. */
  function firstFound({ after, count, isVisible }: Wanted) {
    const found: Found[] = [];
    /** The last place of a full page. */
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
      const position = firstAt(found, (other) => order.compare(other.place, place) > 0);
      found.splice(position, 0, { item, place });
    };
    return { found, last, offer };
  }
}

/** The cost limit of a scan that fails, as a fraction of the candidates. */
const SCAN_BUDGET = 0.1;

/** The fields whose index speeds up a search: of the condition and the first sort field. Without both, any field. */
export function usefulIndexes(
  fields: ReadonlyMap<string, FieldType>,
  condition: Condition | undefined,
  sortedBy: string | undefined,
): string[] {
  const compared = condition === undefined ? [] : [...comparedFields(condition)];
  const useful = sortedBy === undefined ? compared : [...compared, sortedBy];
  return useful.length > 0 ? useful : [...fields.keys()];
}

/** A scan of rows in the order of their first key. */
interface SortedScan {
  /** The rows from the start of the page on. */
  readonly rows: Iterable<Row>;
  /** Whether a row and all later rows are after a place. */
  isAfter(row: Row, place: Place): boolean;
  /** Whether the scan reaches every match. Rows without a value for the first sort field are not in its index. */
  readonly isComplete: boolean;
}

/** The rows of an index in the range of the condition. */
interface InRange {
  readonly field: string;
  readonly rows: readonly Row[];
}

/** Returns a scan, or undefined for a shuffled order and for a page that starts at rows without a value. */
function sortedScan(
  store: Store,
  template: string,
  { order, after, inRange }: { order: Order; after: Place | undefined; inRange: InRange | undefined },
): SortedScan | undefined {
  if (order.isShuffled) return undefined;
  if (order.first === undefined) {
    const rows = rowsOf(store, template);
    const start = after === undefined ? 0 : firstAbove(rows, after.number);
    return { rows: stepping(rows, start, 1), isAfter: (row, { number }) => row.number > number, isComplete: true };
  }
  const { key, type, descending } = order.first;
  const isInRange = inRange?.field === key;
  const rows = isInRange ? inRange.rows : rowsByField(store, template, key, type);
  const [from] = after?.keys ?? [];
  if (from === null) return undefined;
  const isAfter = (one: Key, other: Key) => (descending ? compareKeys(one, other) < 0 : compareKeys(one, other) > 0);
  const above = from === undefined ? rows.length : firstAbove(rows, from);
  const least = from === undefined ? 0 : firstAbove(rows, from, true);
  return {
    rows: descending ? stepping(rows, above - 1, -1) : stepping(rows, least, 1),
    isAfter: (row, { keys: [end] }) => end != null && isAfter(row.key, end),
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
