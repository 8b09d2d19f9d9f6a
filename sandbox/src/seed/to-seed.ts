import { formatTime } from "../clock/time.js";
import type { Seed } from "../store/records.js";
import { ITEM_TYPES, listNames, recordsIn, type Store } from "../store/store.js";

/** Returns the store as a complete seed. `loadSeed` creates an equal store from the seed. */
export function toSeed(store: Store, nowMs: number): Seed {
  const lists = listNames(store).map((list) => {
    const records = recordsIn(store, list);
    if (ITEM_TYPES[list] === undefined) return [list, records];
    return [list, records.map((item) => Object.fromEntries(Object.entries(item).filter(([name]) => name !== "type")))];
  });
  const own = [...store.own].flatMap(([name, table]) => (table.size === 0 ? [] : [[name, [...table.values()]]]));
  const records = own.length === 0 ? {} : { records: Object.fromEntries(own) };
  // A copy, so that the caller cannot change the store.
  return structuredClone({
    now: formatTime(nowMs),
    next_id: store.upcomingId,
    ...Object.fromEntries(lists),
    ...records,
  });
}

export function countRecords(store: Store): Record<string, number> {
  const counts = listNames(store).map((list) => [list, recordsIn(store, list).length]);
  return Object.fromEntries([...counts, ...[...store.own].map(([name, { size }]) => [name, size])]);
}
