import type { FileRecord, FolderRecord, ItemRecord } from "../store/records.js";
import type { Store } from "../store/store.js";
import { type Condition, compileCondition } from "./conditions.js";
import type { FieldType } from "./keys.js";
import type { Parameters } from "./operand-value.js";
import type { Order, Place } from "./order.js";

/** The parameters of a search. */
export interface Search {
  /** The name of the template. */
  readonly template: string;
  readonly fields: ReadonlyMap<string, FieldType>;
  readonly condition: Condition | undefined;
  readonly parameters: Parameters;
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
 * Returns a function that finds a page of the results, in order. Collects the first of all matches: a page is short, so
 * this is faster than sorting them.
 *
 * Throws a `QueryError` or an `ArgumentError` for a condition that does not fit the fields or the parameters.
 */
export function search(
  store: Store,
  { template, fields, condition, parameters, order }: Search,
): (wanted: Wanted) => Found[] {
  const fulfils = condition === undefined ? () => true : compileCondition(condition, fields, parameters);
  return ({ after, count, isVisible }) => {
    const found: Found[] = [];
    for (const row of store.instancesByTemplate.of(template).values()) {
      if (!fulfils(row.record.values)) continue;
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
  };
}
