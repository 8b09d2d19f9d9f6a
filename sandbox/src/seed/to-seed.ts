import { formatTime } from "../clock/time.js";
import type { Seed } from "../store/records.js";
import type { Store } from "../store/store.js";
import { itemTypes, tablesOf } from "./load-seed.js";

/** Returns the store as a complete seed. `loadSeed` creates an equal store from the seed. */
export function toSeed(store: Store, nowMs: number): Seed {
  const lists = tablesOf(store).map(([list, table]) => {
    const type = itemTypes[list];
    const records = [...(table.values() as Iterable<{ type?: string }>)];
    if (type === undefined) return [list, records];
    return [list, records.filter((one) => one.type === type).map(({ type: _, ...item }) => item)];
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

/** Counts the records of each list of a seed. */
export function countRecords(store: Store): Record<string, number> {
  const items = { file: 0, folder: 0, web_link: 0 };
  for (const { type } of store.items.values()) items[type] += 1;
  const counts = tablesOf(store).map(([list, table]) => {
    const type = itemTypes[list];
    return [list, type === undefined ? table.size : items[type]];
  });
  return Object.fromEntries([...counts, ...[...store.own].map(([name, { size }]) => [name, size])]);
}
