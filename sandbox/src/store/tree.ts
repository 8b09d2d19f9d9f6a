import { type FolderRecord, type ItemRecord, ROOT_ID } from "./records.js";
import { folderById, type Store } from "./store.js";

/** The folders above an item, closest first, without the root folder. */
export function foldersAbove(store: Store, item: ItemRecord): FolderRecord[] {
  const found: FolderRecord[] = [];
  let parent = folderById(store, item.parent_id);
  while (parent !== undefined) {
    found.push(parent);
    parent = folderById(store, parent.parent_id);
  }
  return found;
}

/** All items below a folder, at any depth. With `skip`, none that it returns true for, and nothing below them. */
export function itemsBelow(store: Store, folderId: string, skip?: (item: ItemRecord) => boolean): ItemRecord[] {
  const found: ItemRecord[] = [];
  const open = [folderId];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const id of store.itemsByParent.keys(next)) {
      const item = store.items.get(id);
      if (item === undefined || skip?.(item)) continue;
      found.push(item);
      if (item.type === "folder") open.push(id);
    }
  }
  return found;
}

/** When an item, or the next folder above it in the trash, was moved to the trash. Null outside of the trash. */
export function trashedAt(store: Store, item: ItemRecord): string | null {
  return item.trashed_at ?? foldersAbove(store, item).find((one) => one.trashed_at !== null)?.trashed_at ?? null;
}

export function isInTrash(store: Store, item: ItemRecord): boolean {
  return trashedAt(store, item) !== null;
}

/** Whether an item is below a folder, at any depth. Every item is below the root folder. */
export function isBelow(store: Store, item: ItemRecord, folderId: string): boolean {
  return folderId === ROOT_ID || foldersAbove(store, item).some(({ id }) => id === folderId);
}

/** Whether a folder has another item with a name. Trashed items do not count. In the root folder, names are per owner. */
export function isNameTaken(store: Store, place: Place, name: string, except?: string): boolean {
  return [...store.itemsByName.keys(`${place.parentId}/${name}`)].some((id) => {
    const item = store.items.get(id);
    if (item === undefined || id === except || item.trashed_at !== null) return false;
    return place.parentId !== ROOT_ID || item.owner_id === place.ownerId;
  });
}

/** What no name of a file or folder matches (D39). */
export const INVALID_NAME = /[/\\\p{Cc}]|^\.{1,2}$| $/u;

export interface Place {
  readonly parentId: string;
  readonly ownerId: string;
}
