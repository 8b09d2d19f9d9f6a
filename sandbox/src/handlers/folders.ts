import type { operations } from "../../../generated/types.js";
import { serializeFolder } from "../serialize/items.js";
import { accessTo } from "../store/access.js";
import type { FolderRecord } from "../store/records.js";
import { changeStamp, folderById } from "../store/store.js";
import { isNameTaken, itemsBelow } from "../store/tree.js";
import type { Handlers, SignedInContext } from "./context.js";
import { checkName, type Destination, destinationOf, type Found, placeProblem } from "./find-item.js";
import { runLocked } from "./run-locked.js";

type RestoreContext = SignedInContext<operations["restoreFolder"]>;

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
  const { store, path, body, errorResponse } = context;
  const folder = folderById(store, path.folder_id);
  if (folder === undefined || folder.trashed_at === null) throw errorResponse("not_found");
  const access = accessTo(context, folder);
  if (!access.see) throw errorResponse("not_found");
  if (!access.change) throw errorResponse("restore_forbidden");
  checkName(context, body?.name);
  const destination = restoreDestination(context, { item: folder, access });
  const name = body?.name ?? folder.name;
  const place = { parentId: destination.id, ownerId: destination.ownerId ?? folder.owner_id };
  if (isNameTaken(store, place, name)) throw errorResponse("item_name_in_use");
  return { folder, name, parent_id: place.parentId, owner_id: place.ownerId };
}

/** The previous parent of the folder, or the parent of the request if the previous one is missing. */
function restoreDestination(context: RestoreContext, found: Found<FolderRecord>): Destination {
  const { viewer, body, errorResponse } = context;
  const previous = destinationOf(context, found.item.parent_id);
  const given = body?.parent?.id;
  const destination = previous ?? (given === undefined ? undefined : destinationOf(context, given));
  if (destination === undefined) throw errorResponse("destination_not_found");
  const mayUseRoot = destination === previous || viewer.id === found.item.owner_id;
  const message = placeProblem(context, found, destination, mayUseRoot);
  if (message !== undefined) throw errorResponse("destination_forbidden", { message });
  return destination;
}

function restore(context: RestoreContext): FolderRecord {
  const { store, viewer, nowMs } = context;
  const { folder, ...place } = restoration(context);
  const after: FolderRecord = { ...folder, ...place, ...changeStamp(folder, viewer.id, nowMs), trashed_at: null };
  store.items.put(after);
  for (const item of itemsBelow(store, after.id))
    if (item.owner_id !== after.owner_id) store.items.put({ ...item, owner_id: after.owner_id });
  return after;
}
