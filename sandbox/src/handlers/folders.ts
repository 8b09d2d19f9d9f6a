import type { operations } from "../../../generated/types.js";
import { serializeFolder } from "../serialize/items.js";
import { accessTo } from "../store/access.js";
import { type FolderRecord, ROOT_ID } from "../store/records.js";
import { changeStamp, folderById } from "../store/store.js";
import { isInTrash, isLockedByRestore, isNameTaken, itemsBelow } from "../store/tree.js";
import type { Handlers, SignedInContext } from "./context.js";
import { type Destination, destinationOf } from "./find-item.js";

type RestoreContext = SignedInContext<operations["restoreFolder"]>;

/** Handlers of the tag Folders. */
export const folders: Handlers<"restoreFolder"> = {
  async restoreFolder(context) {
    const { store, body, errorResponse } = context;
    const folder = trashedFolder(context);
    const destination = restoreDestination(context, folder);
    const name = body?.name ?? folder.name;
    const owner_id = destination.ownerId ?? folder.owner_id;
    if ([folder.id, destination.id].some((id) => isLockedByRestore(store, id, owner_id))) {
      throw errorResponse("operation_blocked_temporary");
    }
    const restore = { folderId: folder.id, destinationId: destination.id, ownerId: owner_id };
    const place = { parentId: destination.id, ownerId: owner_id };
    if (isNameTaken(store, place, name)) throw errorResponse("item_name_in_use");
    store.restores.add(restore);
    try {
      await context.effects.work();
    } finally {
      store.restores.delete(restore);
    }
    // During the restore, the folder or the destination may have been deleted, and another item may have got the name.
    if (folderById(store, folder.id) === undefined) throw errorResponse("not_found");
    if (destination.id !== ROOT_ID && folderById(store, destination.id) === undefined)
      throw errorResponse("destination_not_found");
    if (isNameTaken(store, place, name)) throw errorResponse("item_name_in_use");
    const restored = restoreTo(context, folder, { name, parent_id: destination.id, owner_id });
    return serializeFolder(context, restored, context.query?.fields);
  },
};

/** The folder of the path, if it is in the trash and the viewer may restore it. */
function trashedFolder(context: RestoreContext): FolderRecord {
  const folder = folderById(context.store, context.path.folder_id);
  if (folder === undefined || folder.trashed_at === null) throw context.errorResponse("not_found");
  const access = accessTo(context, folder);
  if (!access.see) throw context.errorResponse("not_found");
  if (!access.change) throw context.errorResponse("restore_forbidden");
  return folder;
}

/** The previous parent of the folder, or the parent of the request if the previous one is missing. */
function restoreDestination(context: RestoreContext, folder: FolderRecord): Destination {
  const { store, viewer, body, errorResponse } = context;
  const parent = folderById(store, folder.parent_id);
  const isKept = folder.parent_id === ROOT_ID || (parent !== undefined && !isInTrash(store, parent));
  const id = isKept ? folder.parent_id : body?.parent?.id;
  const destination = id === undefined ? undefined : destinationOf(context, id);
  if (destination === undefined) throw errorResponse("destination_not_found");
  const allowed = destination.id === ROOT_ID ? isKept || viewer.id === folder.owner_id : destination.access.upload;
  if (!allowed) throw errorResponse("destination_forbidden");
  return destination;
}

function restoreTo(
  { store, viewer, nowMs }: RestoreContext,
  folder: FolderRecord,
  place: Pick<FolderRecord, "name" | "parent_id" | "owner_id">,
): FolderRecord {
  const after: FolderRecord = { ...folder, ...place, ...changeStamp(folder, viewer.id, nowMs), trashed_at: null };
  store.items.put(after);
  for (const item of itemsBelow(store, after.id)) {
    if (item.owner_id !== after.owner_id) store.items.put({ ...item, owner_id: after.owner_id });
  }
  return after;
}
