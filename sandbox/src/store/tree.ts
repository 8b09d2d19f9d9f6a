import { type FolderRecord, type ItemRecord, ROOT_ID } from "./records.js";
import { folderById, type World } from "./store.js";

/** The folders above an item, the closest first. The root folder is not among them. */
export function foldersAbove(world: World, item: ItemRecord): FolderRecord[] {
  const found: FolderRecord[] = [];
  let parent = folderById(world, item.parent_id);
  while (parent !== undefined) {
    found.push(parent);
    parent = folderById(world, parent.parent_id);
  }
  return found;
}

/** Everything below a folder, at any depth. */
export function itemsBelow(world: World, folderId: string): ItemRecord[] {
  const found: ItemRecord[] = [];
  const open = [folderId];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const id of world.itemsByParent.keys(next)) {
      const item = world.items.get(id);
      if (item === undefined) continue;
      found.push(item);
      if (item.type === "folder") open.push(id);
    }
  }
  return found;
}

/** Whether an item is in the trash, by itself or with a folder above it. */
export function isInTrash(world: World, item: ItemRecord): boolean {
  return item.trashed_at !== null || foldersAbove(world, item).some(({ trashed_at }) => trashed_at !== null);
}

/** Whether an item lies in a folder, at any depth, or is that folder. Everything lies in the root folder. */
export function isAtOrBelow(world: World, item: ItemRecord, folderId: string): boolean {
  return item.id === folderId || folderId === ROOT_ID || foldersAbove(world, item).some(({ id }) => id === folderId);
}

/**
 * Whether a folder has another item of a name. What is in the trash does not count, and in the root folder each owner
 * has names of their own.
 */
export function isNameTaken(world: World, place: Place, name: string, except?: string): boolean {
  return [...world.itemsByName.keys(`${place.parentId}/${name}`)].some((id) => {
    const item = world.items.get(id);
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
export function isHeldByRestore(world: World, folderId: string, ownerId: string): boolean {
  const folder = folderById(world, folderId);
  return [...world.restores].some((restore) => {
    if (folderId === ROOT_ID) return restore.destinationId === ROOT_ID && restore.ownerId === ownerId;
    return folderId === restore.destinationId || (folder !== undefined && isAtOrBelow(world, folder, restore.folderId));
  });
}
