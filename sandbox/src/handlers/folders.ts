import type { operations } from "../../../generated/types.js";
import { formatTime } from "../clock/time.js";
import { presentFolder } from "../serialize/items.js";
import { accessTo } from "../store/access.js";
import { type FolderRecord, ROOT_ID } from "../store/records.js";
import { folderById } from "../store/store.js";
import { isHeldByRestore, isInTrash, isNameTaken, itemsBelow } from "../store/tree.js";
import type { Handlers, SignedInCall } from "./context.js";
import { type Destination, destinationOf } from "./find-item.js";

type RestoreCall = SignedInCall<operations["restoreFolder"]>;

/** Handlers of the tag Folders. */
export const folders: Handlers<"restoreFolder"> = {
  async restoreFolder(call) {
    const { world, body, refuse } = call;
    const folder = trashedFolder(call);
    const destination = restoreDestination(call, folder);
    const name = body?.name ?? folder.name;
    const owner_id = destination.ownerId ?? folder.owner_id;
    if ([folder.id, destination.id].some((id) => isHeldByRestore(world, id, owner_id))) {
      throw refuse("operation_blocked_temporary");
    }
    const running = { folderId: folder.id, destinationId: destination.id, ownerId: owner_id };
    const place = { parentId: destination.id, ownerId: owner_id };
    if (isNameTaken(world, place, name)) throw refuse("item_name_in_use");
    world.restores.add(running);
    try {
      await call.effects.work();
    } finally {
      world.restores.delete(running);
    }
    // Whoever owns the folder or its destination may have been deleted meanwhile, with all that was theirs.
    if (folderById(world, folder.id) === undefined) throw refuse("not_found");
    if (destination.id !== ROOT_ID && folderById(world, destination.id) === undefined)
      throw refuse("destination_not_found");
    // Another item may have got the name while the restore was under way.
    if (isNameTaken(world, place, name)) throw refuse("item_name_in_use");
    return presentFolder(
      call,
      restored(call, folder, { name, parent_id: destination.id, owner_id }),
      call.query?.fields,
    );
  },
};

/** The folder in the trash that the path names, if the viewer may take it out. */
function trashedFolder(call: RestoreCall): FolderRecord {
  const folder = folderById(call.world, call.path.folder_id);
  if (folder === undefined || folder.trashed_at === null) throw call.refuse("not_found");
  const access = accessTo(call, folder);
  if (!access.see) throw call.refuse("not_found");
  if (!access.change) throw call.refuse("restore_forbidden");
  return folder;
}

/** Where the folder goes: back to where it was, and only if that is gone, to the parent that the call names. */
function restoreDestination(call: RestoreCall, folder: FolderRecord): Destination {
  const { world, viewer, body, refuse } = call;
  const parent = folderById(world, folder.parent_id);
  const there = folder.parent_id === ROOT_ID || (parent !== undefined && !isInTrash(world, parent));
  const id = there ? folder.parent_id : body?.parent?.id;
  const destination = id === undefined ? undefined : destinationOf(call, id);
  if (destination === undefined) throw refuse("destination_not_found");
  const allowed = destination.id === ROOT_ID ? there || viewer.id === folder.owner_id : destination.access.upload;
  if (!allowed) throw refuse("destination_forbidden");
  return destination;
}

function restored(
  { world, viewer, nowMs }: RestoreCall,
  folder: FolderRecord,
  place: Pick<FolderRecord, "name" | "parent_id" | "owner_id">,
): FolderRecord {
  const after: FolderRecord = {
    ...folder,
    ...place,
    trashed_at: null,
    modified_at: formatTime(nowMs),
    modified_by: viewer.id,
    etag: String(Number(folder.etag) + 1),
    sequence_id: String(Number(folder.sequence_id) + 1),
  };
  world.items.put(after);
  for (const item of itemsBelow(world, after.id)) {
    if (item.owner_id !== after.owner_id) world.items.put({ ...item, owner_id: after.owner_id });
  }
  return after;
}
