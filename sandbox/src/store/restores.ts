import { ROOT_ID } from "./records.js";
import { isAtOrBelow } from "./tree.js";
import { folderById, type World } from "./world.js";

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
