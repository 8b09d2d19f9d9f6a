import type { operations } from "../../../generated/types.js";
import { formatTime } from "../clock/time.js";
import { serializeFolder } from "../serialize/items.js";
import { accessTo } from "../store/access.js";
import { type FolderRecord, ROOT_ID } from "../store/records.js";
import { folderById } from "../store/store.js";
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
    const running = { folderId: folder.id, destinationId: destination.id, ownerId: owner_id };
    const place = { parentId: destination.id, ownerId: owner_id };
    if (isNameTaken(store, place, name)) throw errorResponse("item_name_in_use");
    store.restores.add(running);
    try {
      await context.effects.work();
    } finally {
      store.restores.delete(running);
    }
    // Whoever owns the folder or its destination may have been deleted meanwhile, with all that was theirs.
    if (folderById(store, folder.id) === undefined) throw errorResponse("not_found");
    if (destination.id !== ROOT_ID && folderById(store, destination.id) === undefined)
      throw errorResponse("destination_not_found");
    // Another item may have got the name while the restore was under way.
    if (isNameTaken(store, place, name)) throw errorResponse("item_name_in_use");
    return serializeFolder(
      context,
      restored(context, folder, { name, parent_id: destination.id, owner_id }),
      context.query?.fields,
    );
  },
};

/** The folder in the trash that the path names, if the viewer may take it out. */
function trashedFolder(context: RestoreContext): FolderRecord {
  const folder = folderById(context.store, context.path.folder_id);
  if (folder === undefined || folder.trashed_at === null) throw context.errorResponse("not_found");
  const access = accessTo(context, folder);
  if (!access.see) throw context.errorResponse("not_found");
  if (!access.change) throw context.errorResponse("restore_forbidden");
  return folder;
}

/** Where the folder goes: back to where it was, and only if that is gone, to the parent that the call names. */
function restoreDestination(context: RestoreContext, folder: FolderRecord): Destination {
  const { store, viewer, body, errorResponse } = context;
  const parent = folderById(store, folder.parent_id);
  const there = folder.parent_id === ROOT_ID || (parent !== undefined && !isInTrash(store, parent));
  const id = there ? folder.parent_id : body?.parent?.id;
  const destination = id === undefined ? undefined : destinationOf(context, id);
  if (destination === undefined) throw errorResponse("destination_not_found");
  const allowed = destination.id === ROOT_ID ? there || viewer.id === folder.owner_id : destination.access.upload;
  if (!allowed) throw errorResponse("destination_forbidden");
  return destination;
}

function restored(
  { store, viewer, nowMs }: RestoreContext,
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
  store.items.put(after);
  for (const item of itemsBelow(store, after.id)) {
    if (item.owner_id !== after.owner_id) store.items.put({ ...item, owner_id: after.owner_id });
  }
  return after;
}
