import { type FolderRecord, type ItemRecord, ROOT_ID } from "./records.js";
import { folderById, type Store } from "./store.js";

/** The folders above an item, the closest first. The root folder is not among them. */
export function foldersAbove(store: Store, item: ItemRecord): FolderRecord[] {
  const found: FolderRecord[] = [];
  let parent = folderById(store, item.parent_id);
  while (parent !== undefined) {
    found.push(parent);
    parent = folderById(store, parent.parent_id);
  }
  return found;
}

/** Everything below a folder, at any depth. */
export function itemsBelow(store: Store, folderId: string): ItemRecord[] {
  const found: ItemRecord[] = [];
  const open = [folderId];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const id of store.itemsByParent.keys(next)) {
      const item = store.items.get(id);
      if (item === undefined) continue;
      found.push(item);
      if (item.type === "folder") open.push(id);
    }
  }
  return found;
}

/** Whether an item is in the trash, by itself or with a folder above it. */
export function isInTrash(store: Store, item: ItemRecord): boolean {
  return item.trashed_at !== null || foldersAbove(store, item).some(({ trashed_at }) => trashed_at !== null);
}

/** Whether an item lies in a folder, at any depth, or is that folder. Everything lies in the root folder. */
export function isAtOrBelow(store: Store, item: ItemRecord, folderId: string): boolean {
  return item.id === folderId || folderId === ROOT_ID || foldersAbove(store, item).some(({ id }) => id === folderId);
}

/**
 * Whether a folder has another item of a name. What is in the trash does not count, and in the root folder each owner
 * has names of their own.
 */
export function isNameTaken(store: Store, place: Place, name: string, except?: string): boolean {
  return [...store.itemsByName.keys(`${place.parentId}/${name}`)].some((id) => {
    const item = store.items.get(id);
    if (item === undefined || id === except || item.trashed_at !== null) return false;
    return place.parentId !== ROOT_ID || item.owner_id === place.ownerId;
  });
}

/** Where an item lies or shall lie. */
export interface Place {
  readonly parentId: string;
  readonly ownerId: string;
}

/**
 * Whether a restore that is under way has locked a folder: as its source, below it, or as its destination. All have the
 * root folder, and each owner is held up in it by restores of their own alone.
 */
export function isLockedByRestore(store: Store, folderId: string, ownerId: string): boolean {
  const folder = folderById(store, folderId);
  return [...store.restores].some((restore) => {
    if (folderId === ROOT_ID) return restore.destinationId === ROOT_ID && restore.ownerId === ownerId;
    return folderId === restore.destinationId || (folder !== undefined && isAtOrBelow(store, folder, restore.folderId));
  });
}
