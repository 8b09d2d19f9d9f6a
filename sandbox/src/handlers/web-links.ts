import { completeRecord } from "../seed/complete-record.js";
import { serializeWebLink } from "../serialize/items.js";
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
    const by = { owner_id, created_by: viewer.id, modified_by: viewer.id };
    const given = { id: store.nextId(), url, name, description, parent_id: folder.id, ...by };
    const link = completeRecord(store, "web_links", given, nowMs);
    store.items.put(link);
    return serializeWebLink(context, link);
  },
};
