import type { operations } from "../../../generated/types.js";
import { serializeFolder } from "../serialize/items.js";
import { accessTo } from "../store/access.js";
import { type FolderRecord, ROOT_ID } from "../store/records.js";
import { changeStamp, folderById } from "../store/store.js";
import { isInTrash, isNameTaken, itemsBelow } from "../store/tree.js";
import type { Handlers, SignedInContext } from "./context.js";
import { checkName, type Destination, destinationOf, mayReceive } from "./find-item.js";
import { runLocked } from "./run-locked.js";

type RestoreContext = SignedInContext<operations["restoreFolder"]>;

/** Handlers of the tag Folders. */
export const folders: Handlers<"restoreFolder"> = {
  restoreFolder(context) {
    const { folder, parent_id, owner_id } = restoration(context);
    return runLocked(context, { items: [folder], folders: [{ id: parent_id, ownerId: owner_id }] }, () =>
      serializeFolder(context, restore(context), context.query?.fields),
    );
  },
};

/** The folder to restore, and its place and name. Throws if it cannot be restored to them. */
function restoration(context: RestoreContext) {
  const folder = trashedFolder(context);
  checkName(context, context.body?.name);
  const destination = restoreDestination(context, folder);
  const name = context.body?.name ?? folder.name;
  const place = { parentId: destination.id, ownerId: destination.ownerId ?? folder.owner_id };
  if (isNameTaken(context.store, place, name)) throw context.errorResponse("item_name_in_use");
  return { folder, name, parent_id: place.parentId, owner_id: place.ownerId };
}

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
  const allowed = destination.id === ROOT_ID ? isKept || viewer.id === folder.owner_id : destination.access.add;
  const found = { item: folder, access: accessTo(context, folder) };
  if (!allowed || !mayReceive(context, found, destination)) throw errorResponse("destination_forbidden");
  return destination;
}

function restore(context: RestoreContext): FolderRecord {
  const { store, viewer, nowMs } = context;
  const { folder, ...place } = restoration(context);
  const after: FolderRecord = { ...folder, ...place, ...changeStamp(folder, viewer.id, nowMs), trashed_at: null };
  store.items.put(after);
  for (const item of itemsBelow(store, after.id)) {
    if (item.owner_id !== after.owner_id) store.items.put({ ...item, owner_id: after.owner_id });
  }
  return after;
}
