import { formatTime } from "../clock/time.js";
import { serializeWebLink } from "../serialize/items.js";
import type { WebLinkRecord } from "../store/records.js";
import { isNameTaken } from "../store/tree.js";
import type { Handlers } from "./context.js";
import { destinationOf } from "./find-item.js";

export const webLinks: Handlers<"createWebLink"> = {
  createWebLink(context) {
    const { store, viewer, nowMs, errorResponse } = context;
    const { url, parent, name = url, description = "" } = context.body;
    const folder = destinationOf(context, parent.id);
    if (!folder?.access.see) throw errorResponse("not_found");
    if (!folder.access.add) throw errorResponse("access_denied_insufficient_permissions");
    const owner_id = folder.ownerId ?? viewer.id;
    if (isNameTaken(store, { parentId: folder.id, ownerId: owner_id }, name)) throw errorResponse("item_name_in_use");
    const now = formatTime(nowMs);
    const link: WebLinkRecord = {
      type: "web_link",
      id: store.nextId(),
      etag: "0",
      sequence_id: "0",
      name,
      url,
      description,
      parent_id: folder.id,
      owner_id,
      created_at: now,
      created_by: viewer.id,
      modified_at: now,
      modified_by: viewer.id,
      trashed_at: null,
      shared_link: null,
    };
    store.items.put(link);
    return serializeWebLink(context, link);
  },
};
