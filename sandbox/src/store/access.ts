import { isExpired } from "../clock/time.js";
import type { CollaborationRecord, ItemRecord, UserRecord } from "./records.js";
import type { Store } from "./store.js";
import { foldersAbove } from "./tree.js";

/** Who looks at the world, and when. */
export interface View {
  readonly store: Store;
  readonly viewer: UserRecord;
  readonly nowMs: number;
}

/** What a user may do with an item. */
export interface Access {
  /** See that it is there, and what is known of it. */
  readonly see: boolean;
  /** Put something into a folder. */
  readonly upload: boolean;
  /** Rename, move, lock, tag, share and describe it, put metadata and tasks on it, and take it out of the trash. */
  readonly change: boolean;
  /** Invite others to it. */
  readonly invite: boolean;
  /** Make others its co-owners. */
  readonly own: boolean;
}

const NOTHING: Access = { see: false, upload: false, change: false, invite: false, own: false };
const EVERYTHING: Access = { see: true, upload: true, change: true, invite: true, own: true };

const ROLES: Readonly<Record<CollaborationRecord["role"], Access>> = {
  "co-owner": EVERYTHING,
  editor: { see: true, upload: true, change: true, invite: true, own: false },
  "viewer uploader": { see: true, upload: true, change: false, invite: false, own: false },
  "previewer uploader": { see: true, upload: true, change: false, invite: false, own: false },
  viewer: { see: true, upload: false, change: false, invite: false, own: false },
  previewer: { see: true, upload: false, change: false, invite: false, own: false },
  // See `accessTo`: an uploader sees folders and not what is in them.
  uploader: { see: false, upload: true, change: false, invite: false, own: false },
};

/** What the viewer may do with an item: by owning it, by looking after its owner's enterprise, or by collaborations. */
export function accessTo(view: View, item: ItemRecord): Access {
  if (looksAfter(view, item)) return EVERYTHING;
  const roles = [item, ...foldersAbove(view.store, item)].flatMap(({ id }) => collaborationsOn(view, id));
  const all = roles.map(({ role }) => ROLES[role]).reduce(joined, NOTHING);
  return item.type === "folder" && all.upload ? { ...all, see: true } : all;
}

/** Whether the viewer may see the folders above an item that are closed to them: `can_view_path` opens those. */
export function seesPath(view: View, item: ItemRecord): boolean {
  const places = [item, ...foldersAbove(view.store, item)];
  return looksAfter(view, item) || places.some(({ id }) => collaborationsOn(view, id).some((one) => one.can_view_path));
}

/** Whether a collaboration gives access now. */
export function isActive({ status, expires_at }: CollaborationRecord, nowMs: number): boolean {
  return status === "accepted" && !isExpired(expires_at, nowMs);
}

/** Whether the viewer is an admin or a co-admin of the enterprise of a user, or of their own when none is given. */
export function isAdmin({ viewer }: View, enterpriseId = viewer.enterprise_id): boolean {
  return (viewer.role === "admin" || viewer.role === "co-admin") && viewer.enterprise_id === enterpriseId;
}

/** Whether the viewer belongs to another enterprise than the owner of an item. */
export function isOutsider({ store, viewer }: View, item: ItemRecord): boolean {
  return store.users.get(item.owner_id)?.enterprise_id !== viewer.enterprise_id;
}

function looksAfter(view: View, { owner_id }: ItemRecord): boolean {
  return view.viewer.id === owner_id || isAdmin(view, view.store.users.get(owner_id)?.enterprise_id ?? "");
}

function collaborationsOn({ store, viewer, nowMs }: View, itemId: string): CollaborationRecord[] {
  return [...store.collaborationsByItem.keys(itemId)].flatMap((id) => {
    const found = store.collaborations.get(id);
    if (found === undefined || !isActive(found, nowMs)) return [];
    const { type, id: who } = found.accessible_by;
    const mine = type === "user" ? who === viewer.id : store.groups.get(who)?.member_ids.includes(viewer.id);
    return mine ? [found] : [];
  });
}

function joined(left: Access, right: Access): Access {
  return {
    see: left.see || right.see,
    upload: left.upload || right.upload,
    change: left.change || right.change,
    invite: left.invite || right.invite,
    own: left.own || right.own,
  };
}
