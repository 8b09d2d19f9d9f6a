import type { Store } from "./store.js";

export const MAX_ENTERPRISE_TAGS = 10_000;

/** The different tags of the files of an enterprise, but for those of the file with the id `except`. */
export function tagsOf({ items, users }: Store, enterpriseId: string | undefined, except?: string): Set<string> {
  const tags = [...items.values()].flatMap((item) => {
    if (item.type !== "file" || item.id === except) return [];
    return users.get(item.owner_id)?.enterprise_id === enterpriseId ? item.tags : [];
  });
  return new Set(tags);
}
