import { accessTo, type View } from "../world/access.js";
import type { FileRecord, FolderRecord } from "../world/records.js";

/** Tells whether the viewer sees an item. What lies in the same folder is looked at once, as far as that decides. */
export function visibleTo(view: View): (item: FileRecord | FolderRecord) => boolean {
  const decided = new Map<string, boolean>();
  return (item) => {
    if (view.world.collaborationsByItem.keys(item.id).size > 0) return accessTo(view, item).see;
    const place = `${item.type} ${item.parent_id} ${item.owner_id}`;
    const known = decided.get(place) ?? accessTo(view, item).see;
    decided.set(place, known);
    return known;
  };
}
