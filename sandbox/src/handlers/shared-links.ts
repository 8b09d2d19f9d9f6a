import type { operations } from "../../../generated/types.js";
import { isExpired } from "../clock/time.js";
import { itemOfLink, percentDecoded, serializeItem } from "../serialize/items.js";
import { accessTo, isOutsider } from "../store/access.js";
import type { FileRecord, SharedLinkRecord } from "../store/records.js";
import { isInTrash } from "../store/tree.js";
import { checkTime, type Handlers, invalid, notModified, type SignedInContext } from "./context.js";
import { namesEtag } from "./entity-tags.js";

export const sharedLinks: Handlers<"findSharedItem"> = {
  findSharedItem(context) {
    const { store, nowMs, header, errorResponse } = context;
    const { url, password } = readLink(header.ServiceApi);
    const item = itemOfLink(context, url);
    const link = item?.shared_link;
    if (!link || isInTrash(store, item) || isExpired(link.unshared_at, nowMs)) throw errorResponse("unknown_link");
    const open = link.access === "open" || (link.access === "company" && !isOutsider(context, item));
    if (!open && !accessTo(context, item).see) throw errorResponse("unknown_link");
    if (link.password !== null && link.password !== password) throw errorResponse("wrong_password");
    const condition = header["If-None-Match"];
    if (condition !== undefined && namesEtag(condition, item.etag, "weak")) return notModified;
    return serializeItem(context, item, context.query?.fields);
  },
};

/** Reads the link and its password from the header. Each can be percent-encoded, in full or in part, or raw. */
function readLink(header: string): { url: string; password: string | undefined } {
  const [link = "", password] = header.replace("shared_link=", "").split("&shared_link_password=");
  // A colon shows that the link is raw. Its own percent-encoding stays.
  const url = link.includes(":") ? link : percentDecoded(link);
  return { url, password: password === undefined ? undefined : percentDecoded(password) };
}

type Update = NonNullable<operations["updateFile"]["requestBody"]["content"]["application/json"]["shared_link"]>;

/** The shared link after an update. An expired link is replaced by a new one. */
export function changedLink(
  context: SignedInContext<operations["updateFile"]>,
  file: FileRecord,
  update: Update | null,
): SharedLinkRecord | null {
  if (update === null) return null;
  const { store, nowMs, errorResponse } = context;
  const { unshared_at, vanity_name, permissions } = update;
  checkTime(errorResponse, "shared_link.unshared_at", unshared_at, nowMs);
  const [ownerId] = vanity_name === undefined ? [] : store.itemsByLink.keys(`vanity ${vanity_name}`);
  if (ownerId !== undefined && ownerId !== file.id) {
    const message = `Expected a unique name; received ${vanity_name}, the name of another link.`;
    throw invalid(errorResponse, "bad_request", ["shared_link.vanity_name", message]);
  }
  const before =
    file.shared_link !== null && !isExpired(file.shared_link.unshared_at, nowMs) ? file.shared_link : undefined;
  const link = before ?? newLink(store.nextId());
  return {
    ...link,
    access: update.access ?? link.access,
    password: update.password === undefined ? link.password : update.password,
    vanity_name: vanity_name ?? link.vanity_name,
    unshared_at: unshared_at ?? link.unshared_at,
    can_download: permissions?.can_download ?? link.can_download,
    can_preview: permissions?.can_preview ?? link.can_preview,
    can_edit: permissions?.can_edit ?? link.can_edit,
  };
}

function newLink(id: string): SharedLinkRecord {
  return {
    slug: `link-${id}`,
    access: "open",
    password: null,
    vanity_name: null,
    unshared_at: null,
    can_download: true,
    can_preview: true,
    can_edit: false,
    download_count: 0,
    preview_count: 0,
  };
}
