import { isDeepStrictEqual } from "node:util";
import type { operations } from "../../../generated/types.js";
import { formatTime, isExpired } from "../clock/time.js";
import { serializeFile } from "../serialize/items.js";
import { isLockedByOther } from "../store/access.js";
import type { FileRecord } from "../store/records.js";
import { changeStamp } from "../store/store.js";
import { MAX_ENTERPRISE_TAGS, tagsOf } from "../store/tags.js";
import { isNameTaken } from "../store/tree.js";
import { checkTime, type Handlers, invalid, type SignedInContext } from "./context.js";
import { namesEtag } from "./entity-tags.js";
import { checkName, destinationOf, type Found, placeProblem, visibleFile } from "./find-item.js";
import { runLocked } from "./run-locked.js";
import { changedLink } from "./shared-links.js";

type UpdateContext = SignedInContext<operations["updateFile"]>;

export const files: Handlers<"updateFile"> = {
  updateFile(context) {
    const { file, changed } = updated(context);
    if (changed.parent_id === file.parent_id) return change(context, file, changed);
    const folders = [file, changed].map(({ parent_id, owner_id }) => ({ id: parent_id, ownerId: owner_id }));
    return runLocked(context, { items: [file], folders }, () => {
      const moved = updated(context);
      return change(context, moved.file, moved.changed);
    });
  },
};

/** The file before and after the update. All checks run here, so that an update takes effect as a whole or not at all. */
function updated(context: UpdateContext): { readonly file: FileRecord; readonly changed: FileRecord } {
  const { nowMs, body, errorResponse } = context;
  const found = visibleFile(context, context.path.file_id);
  if (found === undefined) throw errorResponse("not_found");
  const { item: file, access } = found;
  const onlyUnlocks = body.lock === null && Object.keys(body).length === 1;
  if (isLockedByOther(context, file) && !onlyUnlocks) throw errorResponse("item_locked");
  if (!access.change)
    throw errorResponse("access_denied_insufficient_permissions", { message: "You may not change this file." });
  // After what would reject the request without the condition (RFC 9110, section 13.2.1).
  const etag = context.header?.["If-Match"];
  if (etag !== undefined && !namesEtag(etag, file.etag, "strong")) throw errorResponse("precondition_failed");
  checkName(context, body.name);
  checkTime(errorResponse, "lock.expires_at", body.lock?.expires_at, nowMs);
  const placed: FileRecord = { ...file, ...changedPlace(context, found) };
  const changed: FileRecord = {
    ...placed,
    description: body.description ?? file.description,
    tags: changedTags(context, placed, file),
    can_download: body.permissions?.can_download ?? file.can_download,
    shared_link: body.shared_link === undefined ? file.shared_link : changedLink(context, file, body.shared_link),
    lock: changedLock(context, file),
  };
  return { file, changed };
}

function change(context: UpdateContext, file: FileRecord, changed: FileRecord) {
  const { store, viewer, nowMs, query } = context;
  if (isDeepStrictEqual(changed, file)) return serializeFile(context, file, query?.fields);
  const after: FileRecord = { ...changed, ...changeStamp(file, viewer.id, nowMs) };
  store.items.put(after);
  return serializeFile(context, after, query?.fields);
}

/** The folder, the owner and the name after the update. A parent with the id null does not move the file. */
function changedPlace(
  context: UpdateContext,
  found: Found<FileRecord>,
): Pick<FileRecord, "parent_id" | "owner_id" | "name"> {
  const file = found.item;
  const { store, viewer, body, errorResponse } = context;
  const parent_id = body.parent?.id ?? file.parent_id;
  const name = body.name ?? file.name;
  let { owner_id } = file;
  if (parent_id !== file.parent_id) {
    const destination = destinationOf(context, parent_id);
    if (destination === undefined) throw errorResponse("destination_not_found");
    const message = placeProblem(context, found, destination, viewer.id === owner_id);
    if (message !== undefined) throw errorResponse("access_denied_insufficient_permissions", { message });
    owner_id = destination.ownerId ?? owner_id;
  }
  const place = { parentId: parent_id, ownerId: owner_id };
  if ((name !== file.name || parent_id !== file.parent_id) && isNameTaken(store, place, name, file.id))
    throw errorResponse("item_name_in_use");
  return { parent_id, owner_id, name };
}

/**
 * The distinct tags after the update. Throws `bad_request` for more different tags than an enterprise may have. A new owner may
 * have another enterprise, which limits the tags, too.
 */
function changedTags(
  { store, body, errorResponse }: UpdateContext,
  placed: FileRecord,
  { id, tags, owner_id }: FileRecord,
): string[] {
  if (body.tags === undefined && placed.owner_id === owner_id) return tags;
  const wanted = [...new Set(body.tags ?? tags)];
  const enterprise = store.users.get(placed.owner_id)?.enterprise_id;
  const present = new Set([...tagsOf(store, enterprise, id), ...wanted]);
  if (present.size <= MAX_ENTERPRISE_TAGS) return wanted;
  const message = `Expected at most ${MAX_ENTERPRISE_TAGS} different tags in the enterprise; received ${present.size}.`;
  throw invalid(errorResponse, "bad_request", ["tags", message]);
}

/** The lock after the update. An expired lock is none: it cannot be removed, and another lock replaces it. */
function changedLock({ store, viewer, nowMs, body }: UpdateContext, file: FileRecord): FileRecord["lock"] {
  const { lock } = body;
  if (lock === undefined) return file.lock;
  const active = file.lock !== null && !isExpired(file.lock.expires_at, nowMs) ? file.lock : undefined;
  if (lock === null) return active === undefined ? file.lock : null;
  const { expires_at = null, is_download_prevented } = lock;
  return {
    id: active?.id ?? store.nextId(),
    created_by: viewer.id,
    created_at: formatTime(nowMs),
    expires_at,
    is_download_prevented: is_download_prevented ?? false,
  };
}
