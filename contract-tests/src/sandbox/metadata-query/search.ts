import { comparedFields } from "../query/compared-fields.js";
import { compileCondition } from "../query/compile-condition.js";
import type { Condition } from "../query/condition.js";
import type { FieldType } from "../query/field-type.js";
import type { Parameters } from "../query/operand-value.js";
import { rangeOf } from "../query/range-of.js";
import { isAtOrBelow } from "../world/tree.js";
import type { World } from "../world/world.js";
import type { Order, Place } from "./order.js";
import { indexOf, type Row, rowsOf, withinRange } from "./rows.js";

/** What to look for. */
export interface Search {
  /** The name of the template. */
  readonly template: string;
  readonly fields: ReadonlyMap<string, FieldType>;
  readonly folderId: string;
  readonly condition: Condition | undefined;
  readonly parameters: Parameters;
  /** The field whose index is used. */
  readonly index: string | undefined;
  readonly order: Order;
}

/** A row in its place. */
export interface PlacedRow {
  readonly row: Row;
  readonly place: Place;
}

/**
 * Finds all rows that fulfil a search, sorted. Who may see them is not looked at.
 *
 * Throws a `QueryError` or an `ArgumentError` when the condition does not fit the fields or the parameters.
 */
export function search(
  world: World,
  { template, fields, folderId, condition, parameters, index, order }: Search,
): PlacedRow[] {
  const fulfils = condition === undefined ? () => true : compileCondition(condition, fields, parameters);
  const type = index === undefined ? undefined : fields.get(index);
  const range =
    condition === undefined || index === undefined ? undefined : rangeOf(condition, index, fields, parameters);
  const candidates =
    range === undefined || index === undefined || type === undefined
      ? rowsOf(world, template)
      : withinRange(indexOf(world, template, index, type), range).map(({ row }) => row);
  const found: PlacedRow[] = [];
  for (const row of candidates) {
    if (!fulfils(row.instance.values) || !isAtOrBelow(world, row.item, folderId)) continue;
    found.push({ row, place: order.placeOf(row) });
  }
  return found.sort((left, right) => order.compare(left.place, right.place));
}

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

/** The position of the first row behind a place. */
export function positionAfter(rows: readonly PlacedRow[], place: Place, { compare }: Order): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const row = rows[middle];
    if (row !== undefined && compare(row.place, place) > 0) high = middle;
    else low = middle + 1;
  }
  return low;
}
