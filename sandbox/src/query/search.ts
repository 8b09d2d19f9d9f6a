import type { FileRecord, FolderRecord, ItemRecord, RecordOf } from "../store/records.js";
import type { Store } from "../store/store.js";
import type { Order, Place } from "./order.js";

/** The parameters of a search. */
export interface Search {
  /** The name of the template. */
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

/** A found item and the place of its instance. */
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
