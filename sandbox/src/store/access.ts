import { isExpired } from "../clock/time.js";
import type { CollaborationRecord, FileRecord, ItemRecord, RecordOf, UserRecord } from "./records.js";
import type { Store } from "./store.js";
import { foldersAbove } from "./tree.js";

/** The user of a request, the store and the time. */
export interface View {
  readonly store: Store;
  readonly viewer: UserRecord;
  readonly nowMs: number;
}

const RIGHTS = ["see", "add", "change", "invite", "own"] as const;

/**
 * The permissions of a user on an item: `see` reads, `add` adds to a folder, `change` updates, tags, shares and
 * restores, `invite` adds collaborators, and `own` adds co-owners.
 */
export type Access = Readonly<Record<(typeof RIGHTS)[number], boolean>>;

export function accessWith(...rights: readonly (keyof Access)[]): Access {
  const has = (right: keyof Access) => rights.includes(right);
  return { see: has("see"), add: has("add"), change: has("change"), invite: has("invite"), own: has("own") };
}

const FULL_ACCESS = accessWith(...RIGHTS);

const ROLES: Readonly<Record<CollaborationRecord["role"], readonly (keyof Access)[]>> = {
  "co-owner": RIGHTS,
  editor: ["see", "add", "change", "invite"],
  "viewer uploader": ["see", "add"],
  "previewer uploader": ["see", "add"],
  viewer: ["see"],
  previewer: ["see"],
  // `accessTo` lets an uploader see folders, but not their content.
  uploader: ["add"],
};

/** The id of the user with this login or confirmed alias, in any case. */
export function userIdOf({ usersByLogin, email_aliases }: Store, email: string): string | undefined {
  const address = email.toLowerCase();
  const [id] = usersByLogin.keys(address);
  const isAlias = (one: RecordOf<"email_aliases">) => one.is_confirmed && one.email.toLowerCase() === address;
  return id ?? [...email_aliases.values()].find(isAlias)?.user_id;
}

/** What is longer, or has a longer part, than RFC 5321, section 4.5.3.1 allows for an email address. */
export const TOO_LONG_ADDRESS = /^[^@]{65}|^.{255}|[@.][^@.]{64}/;

/** Whether a user has a login or alias, in any case, but for the alias with the id `except`. */
export function isAddressTaken({ usersByLogin, aliasesByEmail }: Store, email: string, except?: string): boolean {
  const address = email.toLowerCase();
  return usersByLogin.keys(address).size > 0 || [...aliasesByEmail.keys(address)].some((id) => id !== except);
}

/** The viewer's access to an item as its owner, as an admin of the owner's enterprise, or by collaborations. */
export function accessTo(view: View, item: ItemRecord): Access {
  if (ownsOrAdministers(view, item)) return FULL_ACCESS;
  const access = accessWith(...collaborationsAbove(view, item).flatMap(({ role }) => ROLES[role]));
  return item.type === "folder" && access.add ? { ...access, see: true } : access;
}

/** Whether the viewer may see all folders above an item. `can_view_path` allows this to a collaborator. */
export function seesPath(view: View, item: ItemRecord): boolean {
  return ownsOrAdministers(view, item) || collaborationsAbove(view, item).some((one) => one.can_view_path);
}

/** Whether the viewer is an admin or a co-admin of an enterprise, by default the viewer's own. */
export function isAdmin({ viewer }: View, enterpriseId = viewer.enterprise_id): boolean {
  return (viewer.role === "admin" || viewer.role === "co-admin") && viewer.enterprise_id === enterpriseId;
}

/** Whether a lock of another user keeps the viewer from changing a file. */
export function isLockedByOther({ viewer, nowMs }: View, { lock }: FileRecord): boolean {
  return lock !== null && lock.created_by !== viewer.id && !isExpired(lock.expires_at, nowMs);
}

/** Whether the viewer and the owner of an item belong to different enterprises. */
export function isOutsider({ store, viewer }: View, item: ItemRecord): boolean {
  return store.users.get(item.owner_id)?.enterprise_id !== viewer.enterprise_id;
}

function ownsOrAdministers(view: View, { owner_id }: ItemRecord): boolean {
  return view.viewer.id === owner_id || isAdmin(view, view.store.users.get(owner_id)?.enterprise_id ?? "");
}

/** The pending and accepted collaborations on an item. */
export function collaborationsOn(store: Store, itemId: string, nowMs: number): CollaborationRecord[] {
  return [...store.collaborationsByItem.keys(itemId)].flatMap((id) => {
    const found = store.collaborations.get(id);
    const isOver = found === undefined || found.status === "rejected" || isExpired(found.expires_at, nowMs);
    return isOver ? [] : [found];
  });
}

/** The viewer's active collaborations on an item and on the folders above it. */
function collaborationsAbove({ store, viewer, nowMs }: View, item: ItemRecord): CollaborationRecord[] {
  return [item, ...foldersAbove(store, item)]
    .flatMap((place) => collaborationsOn(store, place.id, nowMs))
    .filter(({ status, accessible_by: { type, id } }) => {
      const members = type === "user" ? [id] : store.groups.get(id)?.member_ids;
      return status === "accepted" && members?.includes(viewer.id);
    });
}
