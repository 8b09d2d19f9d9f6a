import { compareKeys, type Key } from "../query/compare-keys.js";
import type { World } from "../store/world.js";
import type { Order, Place } from "./order.js";
import { firstAt, type Row, rowsByField, rowsOf } from "./row-index.js";

/** A way through rows in the order of a search, as far as their first key decides it. */
export interface Walk {
  /** Row after row, from the place on behind which the page starts. */
  readonly rows: Iterable<Row>;
  /** Whether a row, and all that come after it, are behind a place. */
  isBehind(row: Row, place: Place): boolean;
  /** Whether it leads to every row that may be wanted. Rows without a value to sort by may not be on the way. */
  readonly leadsToAll: boolean;
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
export function walkIn(
  world: World,
  template: string,
  { order, after, inRange }: { order: Order; after: Place | undefined; inRange: InRange | undefined },
): Walk | undefined {
  if (order.isShuffled) return undefined;
  if (order.first === undefined) {
    const rows = rowsOf(world, template);
    const start = after === undefined ? 0 : firstAt(rows, (key) => compareKeys(key, after.number) > 0);
    return { rows: stepping(rows, start, 1), isBehind: (row, { number }) => row.number > number, leadsToAll: true };
  }
  const { key, type, descending } = order.first;
  const isInRange = inRange?.field === key;
  const rows = isInRange ? inRange.rows : rowsByField(world, template, key, type);
  const [from] = after?.keys ?? [];
  if (from === null) return undefined;
  const isBehind = (one: Key, other: Key) => (descending ? compareKeys(one, other) < 0 : compareKeys(one, other) > 0);
  const above = from === undefined ? rows.length : firstAt(rows, (one) => compareKeys(one, from) > 0);
  const least = from === undefined ? 0 : firstAt(rows, (one) => compareKeys(one, from) >= 0);
  return {
    rows: descending ? stepping(rows, above - 1, -1) : stepping(rows, least, 1),
    isBehind: (row, { keys: [end] }) => typeof end !== "object" && end !== undefined && isBehind(row.key, end),
    leadsToAll: isInRange,
  };
}

function* stepping(rows: readonly Row[], start: number, step: 1 | -1): Iterable<Row> {
  for (let at = start; ; at += step) {
    const row = rows[at];
    if (row === undefined) return;
    yield row;
  }
}
