import { itemTypes, tablesOf } from "./load-seed.js";
import type { World } from "./world.js";

/** How many records a world has, by the list of a seed that they belong to. */
export function countRecords(world: World): Record<string, number> {
  const items = { file: 0, folder: 0, web_link: 0 };
  for (const { type } of world.items.values()) items[type] += 1;
  const counts = tablesOf(world).map(([list, table]) => {
    const type = itemTypes[list];
    return [list, type === undefined ? table.size : items[type]];
  });
  return Object.fromEntries(counts);
}
