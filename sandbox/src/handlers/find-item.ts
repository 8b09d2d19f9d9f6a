import { type Access, accessTo } from "../store/access.js";
import { type FileRecord, type FolderRecord, ROOT_ID } from "../store/records.js";
import { fileById, folderById } from "../store/store.js";
import { isInTrash } from "../store/tree.js";
import type { SignedInContext } from "./context.js";

type AnyContext = SignedInContext<unknown>;

/** An item that the viewer sees, and what the viewer may do with it. */
export interface Found<Item> {
  readonly item: Item;
  readonly access: Access;
}

/** The file with an id, unless it is missing, hidden from the viewer, or in the trash: the three look the same. */
export function visibleFile(context: AnyContext, id: string): Found<FileRecord> | undefined {
  return visible(context, fileById(context.store, id));
}

/** The same for a folder. */
export function visibleFolder(context: AnyContext, id: string): Found<FolderRecord> | undefined {
  return visible(context, folderById(context.store, id));
}

/** Where something new or moved goes. */
export interface Destination {
  readonly id: string;
  /** Who owns what is in the folder; undefined for the root folder, where everybody owns what is theirs. */
  readonly ownerId: string | undefined;
  readonly access: Access;
}

/** The folder with an id as a destination, visible or not; undefined when there is none, or it is in the trash. */
export function destinationOf(context: AnyContext, id: string): Destination | undefined {
  if (id === ROOT_ID) return { id, ownerId: undefined, access: ROOT_ACCESS };
  const folder = folderById(context.store, id);
  if (folder === undefined || isInTrash(context.store, folder)) return undefined;
  return { id, ownerId: folder.owner_id, access: accessTo(context, folder) };
}

/** Everybody sees the root folder, and puts things of their own into it. */
const ROOT_ACCESS: Access = { see: true, upload: true, change: false, invite: false, own: false };

function visible<Item extends FileRecord | FolderRecord>(
  context: AnyContext,
  item: Item | undefined,
): Found<Item> | undefined {
  if (item === undefined || isInTrash(context.store, item)) return undefined;
  const access = accessTo(context, item);
  return access.see ? { item, access } : undefined;
}
