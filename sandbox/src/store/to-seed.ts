import { formatTime } from "../time.js";
import { itemTypes, tablesOf } from "./load-seed.js";
import type { Seed } from "./records.js";
import type { World } from "./world.js";

/** Writes a world as a seed, with everything filled in, so that `loadSeed` makes the same world of it again. */
export function toSeed(world: World, nowMs: number): Seed {
  const lists = tablesOf(world).map(([list, table]) => {
    const type = itemTypes[list];
    const records = [...(table.values() as Iterable<{ type?: string }>)];
    if (type === undefined) return [list, records];
    return [list, records.filter((one) => one.type === type).map(({ type: _, ...item }) => item)];
  });
  // A copy, so that nothing can reach the world through it.
  return structuredClone({ now: formatTime(nowMs), next_id: world.upcomingId, ...Object.fromEntries(lists) });
}
