import { type Access, accessTo } from "../store/access.js";
import { type FileRecord, type FolderRecord, ROOT_ID } from "../store/records.js";
import { fileById, folderById } from "../store/store.js";
import { isInTrash } from "../store/tree.js";
import type { SignedInCall } from "./context.js";

type AnyCall = SignedInCall<unknown>;

/** An item that the viewer sees, and what the viewer may do with it. */
export interface Found<Item> {
  readonly item: Item;
  readonly access: Access;
}

/** The file with an id, unless it is missing, hidden from the viewer, or in the trash: the three look the same. */
export function visibleFile(call: AnyCall, id: string): Found<FileRecord> | undefined {
  return visible(call, fileById(call.world, id));
}

/** The same for a folder. */
export function visibleFolder(call: AnyCall, id: string): Found<FolderRecord> | undefined {
  return visible(call, folderById(call.world, id));
}

/** Where something new or moved goes. */
export interface Destination {
  readonly id: string;
  /** Who owns what is in the folder; undefined for the root folder, where everybody owns what is theirs. */
  readonly ownerId: string | undefined;
  readonly access: Access;
}

/** The folder with an id as a destination, visible or not; undefined when there is none, or it is in the trash. */
export function destinationOf(call: AnyCall, id: string): Destination | undefined {
  if (id === ROOT_ID) return { id, ownerId: undefined, access: ROOT_ACCESS };
  const folder = folderById(call.world, id);
  if (folder === undefined || isInTrash(call.world, folder)) return undefined;
  return { id, ownerId: folder.owner_id, access: accessTo(call, folder) };
}

/** Everybody sees the root folder, and puts things of their own into it. */
const ROOT_ACCESS: Access = { see: true, upload: true, change: false, invite: false, own: false };

function visible<Item extends FileRecord | FolderRecord>(
  call: AnyCall,
  item: Item | undefined,
): Found<Item> | undefined {
  if (item === undefined || isInTrash(call.world, item)) return undefined;
  const access = accessTo(call, item);
  return access.see ? { item, access } : undefined;
}
