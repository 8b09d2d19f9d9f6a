import { isAtOrBelow } from "./tree.js";
import { folderById, type World } from "./world.js";

/** Whether a restore that is under way has locked a folder: as its source, below it, or as its destination. */
export function isHeldByRestore(world: World, folderId: string): boolean {
  const folder = folderById(world, folderId);
  return [...world.restores].some(
    (restore) =>
      folderId === restore.destinationId || (folder !== undefined && isAtOrBelow(world, folder, restore.folderId)),
  );
}
