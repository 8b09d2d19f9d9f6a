import { accessTo, type View } from "../store/access.js";
import type { FileRecord, FolderRecord, ItemRecord } from "../store/records.js";
import { isAtOrBelow, isInTrash } from "../store/tree.js";

/**
 * Tells whether a query finds an item: in a folder at any depth, not in the trash, and visible to the viewer. What lies
 * in the same folder is looked at once, as far as that decides.
 */
export function withinReach(view: View, folderId: string): (item: ItemRecord) => item is FileRecord | FolderRecord {
  const decided = new Map<string, boolean>();
  const decide = (item: ItemRecord) =>
    !isInTrash(view.world, item) && isAtOrBelow(view.world, item, folderId) && accessTo(view, item).see;
  return (item): item is FileRecord | FolderRecord => {
    if (item.type === "web_link" || item.trashed_at !== null) return false;
    if (item.id === folderId || view.world.collaborationsByItem.keys(item.id).size > 0) return decide(item);
    const place = `${item.type} ${item.parent_id} ${item.owner_id}`;
    const known = decided.get(place) ?? decide(item);
    decided.set(place, known);
    return known;
  };
}
