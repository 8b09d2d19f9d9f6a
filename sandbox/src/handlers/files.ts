import { isDeepStrictEqual } from "node:util";
import type { operations } from "../../../generated/types.js";
import { formatTime, isExpired } from "../clock/time.js";
import { serializeFile } from "../serialize/items.js";
import { type FileRecord, ROOT_ID } from "../store/records.js";
import { isLockedByRestore, isNameTaken } from "../store/tree.js";
import { type Handlers, type Invalid, invalid, type SignedInContext } from "./context.js";
import { destinationOf, visibleFile } from "./find-item.js";
import { changedLink } from "./shared-links.js";

type UpdateContext = SignedInContext<operations["updateFile"]>;

/** Handlers of the tag Files. */
export const files: Handlers<"updateFile"> = {
  updateFile(context) {
    const { store, viewer, nowMs, body, errorResponse } = context;
    const found = visibleFile(context, context.path.file_id);
    if (found === undefined) throw errorResponse("not_found");
    const { item: file, access } = found;
    const seen = context.header?.["If-Match"];
    if (seen !== undefined && seen !== file.etag) throw errorResponse("precondition_failed");
    if (isLockedByOther(file, viewer.id, nowMs)) throw errorResponse("item_locked");
    if (!access.change)
      throw errorResponse("access_denied_insufficient_permissions", { message: "You may not change this file." });

    // All changes are worked out before the first one is made, so that either all take effect or none does. What may be
    // refused comes before what takes a new id.
    checkLock(context);
    const placed: FileRecord = { ...file, ...changedPlace(context, file) };
    const changed: FileRecord = {
      ...placed,
      description: body.description ?? file.description,
      tags: [...changedTags(context, placed, file)],
      can_download: body.permissions?.can_download ?? file.can_download,
      shared_link: body.shared_link === undefined ? file.shared_link : changedLink(context, file, body.shared_link),
      lock: changedLock(context, file),
    };
    if (isDeepStrictEqual(changed, file)) return serializeFile(context, file, context.query?.fields);
    const after: FileRecord = {
      ...changed,
      modified_at: formatTime(nowMs),
      modified_by: viewer.id,
      etag: String(Number(file.etag) + 1),
      sequence_id: String(Number(file.sequence_id) + 1),
    };
    store.items.put(after);
    return serializeFile(context, after, context.query?.fields);
  },
};

function isLockedByOther({ lock }: FileRecord, userId: string, nowMs: number): boolean {
  return lock !== null && lock.created_by !== userId && !isExpired(lock.expires_at, nowMs);
}

/** The folder, the owner and the name that the file will have. A parent whose id is null moves nothing. */
function changedPlace(context: UpdateContext, file: FileRecord): Pick<FileRecord, "parent_id" | "owner_id" | "name"> {
  const { store, viewer, body, errorResponse } = context;
  const parent_id = body.parent?.id ?? file.parent_id;
  const name = body.name ?? file.name;
  let { owner_id } = file;
  if (parent_id !== file.parent_id) {
    const destination = destinationOf(context, parent_id);
    if (destination === undefined) throw errorResponse("destination_not_found");
    // The root folder is that of the owner, so nobody else can put the file there.
    const allowed = parent_id === ROOT_ID ? viewer.id === owner_id : destination.access.upload;
    if (!allowed) throw errorResponse("access_denied_insufficient_permissions");
    if ([file.parent_id, parent_id].some((id) => isLockedByRestore(store, id, file.owner_id))) {
      throw errorResponse("operation_blocked_temporary");
    }
    owner_id = destination.ownerId ?? owner_id;
  }
  const place = { parentId: parent_id, ownerId: owner_id };
  if ((name !== file.name || parent_id !== file.parent_id) && isNameTaken(store, place, name, file.id)) {
    throw errorResponse("item_name_in_use");
  }
  return { parent_id, owner_id, name };
}

/** The tags that the file will have. Those of a file that gets another owner may be new to the owner's enterprise. */
function changedTags(context: UpdateContext, placed: FileRecord, { tags, owner_id }: FileRecord): readonly string[] {
  const { tags: wanted } = context.body;
  if (wanted === undefined && placed.owner_id === owner_id) return tags;
  return checkTags(context, placed, wanted ?? tags);
}

function checkLock({ nowMs, body, errorResponse }: UpdateContext): void {
  const wrong: Invalid = ["lock.expires_at", "The time has passed."];
  if (isExpired(body.lock?.expires_at ?? null, nowMs)) throw invalid(errorResponse, "bad_request", wrong);
}

/** The lock that the file will have, which `checkLock` has looked at. */
function changedLock({ store, viewer, nowMs, body }: UpdateContext, file: FileRecord): FileRecord["lock"] {
  const { lock } = body;
  if (lock === undefined) return file.lock;
  if (lock === null) return null;
  const { expires_at = null, is_download_prevented } = lock;
  return {
    id: file.lock?.id ?? store.nextId(),
    created_by: viewer.id,
    created_at: formatTime(nowMs),
    expires_at,
    is_download_prevented: is_download_prevented ?? false,
  };
}

/** How many different tags an enterprise may have. */
const MAX_ENTERPRISE_TAGS = 10_000;

/** The tags that a file will have, each once. Refuses those that would be too many for the enterprise. */
export function checkTags(
  { store, errorResponse }: SignedInContext<unknown>,
  file: FileRecord,
  tags: readonly string[],
): string[] {
  const wanted = [...new Set(tags)];
  const enterprise = store.users.get(file.owner_id)?.enterprise_id;
  const present = new Set<string>();
  for (const item of store.items.values()) {
    if (item.type !== "file" || item.id === file.id) continue;
    if (store.users.get(item.owner_id)?.enterprise_id === enterprise) for (const tag of item.tags) present.add(tag);
  }
  for (const tag of wanted) present.add(tag);
  if (present.size > MAX_ENTERPRISE_TAGS) {
    throw invalid(errorResponse, "bad_request", [
      "tags",
      `An enterprise may have ${MAX_ENTERPRISE_TAGS} different tags.`,
    ]);
  }
  return wanted;
}
