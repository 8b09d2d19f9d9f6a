import { decodePercent } from "content-service-contract";
import type { components } from "../../../generated/types.js";
import { isExpired } from "../clock/time.js";
import { accessTo, isLockedByOther, isOutsider, seesPath, type View } from "../store/access.js";
import {
  type FileRecord,
  type FileVersionRecord,
  type FolderRecord,
  type ItemRecord,
  ROOT_ID,
  type SharedLinkRecord,
  type WebLinkRecord,
} from "../store/records.js";
import { currentVersion } from "../store/store.js";
import { foldersAbove, isInTrash, itemsBelow, trashedAt } from "../store/tree.js";
import { select, standard } from "./fields.js";
import { itemMetadata } from "./metadata.js";
import { userMini } from "./user.js";

type Schemas = components["schemas"];

export function serializeItem(view: View, item: ItemRecord, fields?: readonly string[]) {
  if (item.type === "file") return serializeFile(view, item, fields);
  return item.type === "folder" ? serializeFolder(view, item, fields) : serializeWebLink(view, item, fields);
}

export function serializeFile(view: View, file: FileRecord, fields?: readonly string[]): Schemas["File"] {
  const { content_created_at, content_modified_at, tags } = file;
  const full: Schemas["File"] = {
    ...fileMini(file),
    ...common(view, file),
    size: currentVersion(file).size,
    content_created_at,
    content_modified_at,
    file_version: versionMini(currentVersion(file)),
    lock: serializeLock(view, file),
    tags: [...tags],
    permissions: permissionsOn(view, file),
    extension: extensionOf(file.name).slice(1),
    ...metadata(view, file, fields),
  };
  return select(full, fields, standard.file);
}

export function serializeFolder(view: View, folder: FolderRecord, fields?: readonly string[]): Schemas["Folder"] {
  const { content_created_at, content_modified_at } = folder;
  const full: Schemas["Folder"] = {
    ...folderMini(folder),
    ...common(view, folder),
    size: sizeOf(view, folder),
    content_created_at,
    content_modified_at,
    folder_upload_email: null,
    ...metadata(view, folder, fields),
  };
  return select(full, fields, standard.folder);
}

export function serializeWebLink(view: View, link: WebLinkRecord, fields?: readonly string[]): Schemas["WebLink"] {
  const { id, etag, sequence_id, name, url } = link;
  const full = { type: "web_link" as const, id, sequence_id, etag, name, url, ...common(view, link) };
  return select(full, fields, standard.webLink);
}

export function fileMini(file: FileRecord): Schemas["FileMini"] {
  const { id, sequence_id, etag, name } = file;
  return { type: "file", id, sequence_id, etag, sha1: currentVersion(file).sha1, name };
}

export function folderMini({ id, sequence_id, etag, name }: FolderRecord) {
  return { type: "folder", id, sequence_id, etag, name } as const satisfies Schemas["FolderMini"];
}

export function versionMini({ id, sha1 }: FileVersionRecord): Schemas["FileVersionMini"] {
  return { type: "file_version", id, sha1 };
}

export function serializeVersion(
  { store }: View,
  file: FileRecord,
  version: FileVersionRecord,
  fields?: readonly string[],
): Schemas["FileVersion"] {
  const full: Schemas["FileVersion"] = {
    type: "file_version",
    ...version,
    name: file.name,
    modified_by: userMini(store, version.modified_by),
    trashed_at: trashedAt(store, file),
    purged_at: null,
  };
  return select(full, fields, standard.fileVersion);
}

const ROOT: Schemas["FolderMini"] = { type: "folder", id: ROOT_ID, sequence_id: null, etag: null, name: "All Files" };

function common(view: View, item: ItemRecord) {
  const { store } = view;
  const path = visiblePath(view, item);
  const parent = item.parent_id === ROOT_ID ? ROOT : path.find(({ id }) => id === item.parent_id);
  const trashed_at = trashedAt(store, item);
  const { description, created_at, modified_at } = item;
  return {
    description,
    path_collection: { total_count: path.length, entries: path },
    created_at,
    modified_at,
    created_by: userMini(store, item.created_by),
    modified_by: userMini(store, item.modified_by),
    owned_by: userMini(store, item.owner_id),
    trashed_at,
    purged_at: null,
    item_status: trashed_at !== null ? "trashed" : "active",
    parent: parent ?? null,
    shared_link: serializeSharedLink(view, item),
  };
}

/** The folders above an item that the viewer sees, from the root folder down. */
function visiblePath(view: View, item: ItemRecord): Schemas["FolderMini"][] {
  const all = seesPath(view, item);
  const above = foldersAbove(view.store, item).filter((folder) => all || accessTo(view, folder).see);
  return [ROOT, ...above.reverse().map(folderMini)];
}

function serializeLock({ store, nowMs }: View, { lock }: FileRecord): Schemas["FileLock"] | null {
  if (lock === null || isExpired(lock.expires_at, nowMs)) return null;
  const { id, created_at, expires_at, is_download_prevented } = lock;
  const created_by = userMini(store, lock.created_by);
  return { type: "lock", id, created_by, created_at, expires_at, is_download_prevented, app_type: null };
}

function sizeOf({ store }: View, { id }: FolderRecord): number {
  const items = itemsBelow(store, id, ({ trashed_at }) => trashed_at !== null);
  const sizes = items.map((item) => (item.type === "file" ? currentVersion(item).size : 0));
  return sizes.reduce((sum, size) => sum + size, 0);
}

function metadata(view: View, item: FileRecord | FolderRecord, fields: readonly string[] = []) {
  const asked = fields.filter((field) => field === "metadata" || field.startsWith("metadata."));
  return asked.length === 0 ? {} : { metadata: itemMetadata(view, item, asked) };
}

/** Null for an expired link, too. That of an item in the trash has no address. */
function serializeSharedLink(view: View, item: ItemRecord): Schemas["SharedLink"] | null {
  const { shared_link: link } = item;
  if (link === null || isExpired(link.unshared_at, view.nowMs)) return null;
  const { access, can_download, can_preview, can_edit, vanity_name, unshared_at } = link;
  const permission = permissionOf(view, item, link);
  const works = !isInTrash(view.store, item);
  const downloads = works && item.type === "file" && (permission === "can_download" || permission === "can_edit");
  return {
    url: works ? `${ADDRESS}/s/${segment(link.slug)}` : null,
    download_url: downloads ? `${ADDRESS}/d/${segment(link.slug + extensionOf(item.name))}` : null,
    vanity_url: !works || vanity_name === null ? null : `${ADDRESS}/v/${segment(vanity_name)}`,
    vanity_name,
    access,
    effective_access: access,
    effective_permission: permission,
    unshared_at,
    is_password_enabled: link.password !== null,
    permissions: { can_download, can_preview, can_edit },
    download_count: link.download_count,
    preview_count: link.preview_count,
  };
}

/** Finds the item of a shared link by its `url` or `vanity_url`. */
export function itemOfLink({ store }: View, url: string): ItemRecord | undefined {
  const [, kind, name] = LINK.exec(url) ?? [];
  if (kind === undefined || name === undefined) return undefined;
  const [id] = store.itemsByLink.keys(`${kind === "s" ? "slug" : "vanity"} ${percentDecoded(name)}`);
  return id === undefined ? undefined : store.items.get(id);
}

/** The extension of a name with its dot, or an empty string. */
function extensionOf(name: string): string {
  return /[^.](\.[^.]+)$/.exec(name)?.[1] ?? "";
}

const ADDRESS = "https://content.example";
/** A query or a fragment does not change which item a link leads to. */
const LINK = /^https:\/\/content\.example\/([sv])\/([^/?#]+)(?:[?#]|$)/;

/** Encodes a path segment. Replaces lone surrogates, which JSON allows and a URL does not, by U+FFFD. */
function segment(name: string): string {
  return encodeURIComponent(Buffer.from(name).toString());
}

function permissionOf(view: View, item: ItemRecord, link: SharedLinkRecord) {
  const downloads = link.can_download && mayDownload(view, item);
  if (link.can_edit && downloads) return "can_edit";
  if (downloads) return "can_download";
  return link.can_preview ? "can_preview" : "no_access";
}

/** What the viewer may do with a file: by the viewer's access, or else by the shared link that shows the file. */
function permissionsOn(view: View, file: FileRecord): Required<Schemas["FilePermissions"]> {
  const { see, add, change, invite } = accessTo(view, file);
  const byLink = file.shared_link === null ? "no_access" : permissionOf(view, file, file.shared_link);
  const changes = change && !isLockedByOther(view, file);
  return {
    can_download: see ? mayDownload(view, file) : byLink === "can_download" || byLink === "can_edit",
    can_preview: see || byLink !== "no_access",
    can_upload: add && !isLockedByOther(view, file),
    can_rename: changes,
    can_delete: changes,
    can_share: changes,
    can_set_share_access: changes,
    can_invite_collaborator: invite,
    can_comment: see,
    can_annotate: see,
    can_view_annotations_all: see,
    can_view_annotations_self: see,
  };
}

function mayDownload(view: View, item: ItemRecord): boolean {
  if (item.type !== "file") return true;
  if (item.lock?.is_download_prevented && isLockedByOther(view, item)) return false;
  return item.can_download === "open" || !isOutsider(view, item) || accessTo(view, item).own;
}

/** Decodes percent-encoding. Keeps invalid encoding as it is. */
export function percentDecoded(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, (run) => decodePercent(run) ?? run);
}
