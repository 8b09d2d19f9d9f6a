import { type Access, accessTo, accessWith } from "../store/access.js";
import { type FileRecord, type FolderRecord, type ItemRecord, ROOT_ID } from "../store/records.js";
import { fileById, folderById } from "../store/store.js";
import { INVALID_NAME, isInTrash } from "../store/tree.js";
import { invalid, type SignedInContext } from "./context.js";

type AnyContext = SignedInContext<unknown>;

/** Throws `bad_request` for a name that no file or folder can have (D39). */
export function checkName({ errorResponse }: AnyContext, name: string | undefined): void {
  if (name === undefined || !INVALID_NAME.test(name)) return;
  const message = "Expected a name without slashes and control characters, not . or .., without a space at its end.";
  throw invalid(errorResponse, "bad_request", ["name", message]);
}

export interface Found<Item> {
  readonly item: Item;
  readonly access: Access;
}

/** The file with an id, or undefined if the file is missing, hidden from the viewer or in the trash. */
export function visibleFile(context: AnyContext, id: string): Found<FileRecord> | undefined {
  return visible(context, fileById(context.store, id));
}

/** The folder with an id, on the same conditions as `visibleFile`. */
export function visibleFolder(context: AnyContext, id: string): Found<FolderRecord> | undefined {
  return visible(context, folderById(context.store, id));
}

/** The target folder of a new or moved item. */
export interface Destination {
  readonly id: string;
  /** The owner of the content. Undefined for the root folder, which has no owner. */
  readonly ownerId: string | undefined;
  readonly access: Access;
}

/** The folder with an id, visible or not. Undefined if the folder is missing or in the trash. */
export function destinationOf(context: AnyContext, id: string): Destination | undefined {
  if (id === ROOT_ID) return { id, ownerId: undefined, access: accessWith("see", "add") };
  const folder = folderById(context.store, id);
  if (folder === undefined || isInTrash(context.store, folder)) return undefined;
  return { id, ownerId: folder.owner_id, access: accessTo(context, folder) };
}

/**
 * Why an item may not be put into a destination; undefined if it may. Into another enterprise, only the owner, a co-owner or
 * an admin can put it.
 */
export function placeProblem(
  { store }: AnyContext,
  { item, access }: Found<ItemRecord>,
  destination: Destination,
  mayUseRoot: boolean,
): string | undefined {
  const { id, ownerId } = destination;
  if (id === ROOT_ID) return mayUseRoot ? undefined : "Only its owner can put an item into the root folder.";
  if (!destination.access.add) return "You have no access to the destination folder.";
  const enterpriseOf = (userId = "") => store.users.get(userId)?.enterprise_id;
  if (access.own || enterpriseOf(ownerId) === enterpriseOf(item.owner_id)) return undefined;
  return "Only its owner, a co-owner or an admin can put an item into a folder of another enterprise.";
}

function visible<Item extends FileRecord | FolderRecord>(
  context: AnyContext,
  item: Item | undefined,
): Found<Item> | undefined {
  if (item === undefined || isInTrash(context.store, item)) return undefined;
  const access = accessTo(context, item);
  return access.see ? { item, access } : undefined;
}
