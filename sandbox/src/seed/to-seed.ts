import { formatTime } from "../clock/time.js";
import type { Seed } from "../store/records.js";
import type { Store } from "../store/store.js";
import { itemTypes, tablesOf } from "./load-seed.js";

/** Writes a world as a seed, with everything filled in, so that `loadSeed` makes the same world of it again. */
export function toSeed(store: Store, nowMs: number): Seed {
  const lists = tablesOf(store).map(([list, table]) => {
    const type = itemTypes[list];
    const records = [...(table.values() as Iterable<{ type?: string }>)];
    if (type === undefined) return [list, records];
    return [list, records.filter((one) => one.type === type).map(({ type: _, ...item }) => item)];
  });
  // A copy, so that nothing can reach the world through it.
  return structuredClone({ now: formatTime(nowMs), next_id: store.upcomingId, ...Object.fromEntries(lists) });
}

/** How many records a world has, by the list of a seed that they belong to. */
export function countRecords(store: Store): Record<string, number> {
  const items = { file: 0, folder: 0, web_link: 0 };
  for (const { type } of store.items.values()) items[type] += 1;
  const counts = tablesOf(store).map(([list, table]) => {
    const type = itemTypes[list];
    return [list, type === undefined ? table.size : items[type]];
  });
  return Object.fromEntries(counts);
}
