import type { components, operations } from "../../../generated/types.js";
import { formatTime } from "../clock/time.js";
import { byId, pageOf } from "../paging/page.js";
import { completeRecord } from "../seed/complete-record.js";
import { select, standard } from "../serialize/fields.js";
import { userMini } from "../serialize/user.js";
import { collaborationsOn, isAdmin, userIdOf } from "../store/access.js";
import type { CollaborationRecord, FileRecord, FolderRecord } from "../store/records.js";
import type { Store } from "../store/store.js";
import { checkAddress, checkTime, type Handlers, type SignedInContext } from "./context.js";
import { visibleFile, visibleFolder } from "./find-item.js";

type Schemas = components["schemas"];
type CreateContext = SignedInContext<operations["createCollaboration"]>;
/** The invited user or group. An invited email address without a user has no id yet. */
type Invitee = Pick<CollaborationRecord, "invite_email" | "status"> & {
  readonly accessible_by: { readonly type: "user" | "group"; readonly id: string | undefined };
};

export const collaborations: Handlers<"createCollaboration" | "listCollaborationAllowlistEntries"> = {
  createCollaboration(context) {
    const { store, viewer, nowMs, body, errorResponse } = context;
    const { type, id } = body.item;
    const found = type === "file" ? visibleFile(context, id) : visibleFolder(context, id);
    if (found === undefined) throw errorResponse("item_not_found");
    const { item, access } = found;
    const mayInvite = body.role === "co-owner" ? access.own : access.invite;
    if (!mayInvite) throw errorResponse("access_denied_insufficient_permissions");
    checkAddress(errorResponse, "accessible_by.login", body.accessible_by.login);
    const enterpriseId = store.users.get(item.owner_id)?.enterprise_id ?? "";
    if (body.expires_at !== undefined && !store.enterprises.get(enterpriseId)?.allows_collaboration_expiry)
      throw errorResponse("expiry_not_enabled");
    checkTime(errorResponse, "expires_at", body.expires_at, nowMs);
    const invitee = inviteeOf(context, enterpriseId);
    if (hasAccess(context, item, invitee)) throw errorResponse("conflict");
    const given = {
      ...{ ...body, ...invitee, id: store.nextId(), created_by: viewer.id },
      accessible_by: { ...invitee.accessible_by, id: invitee.accessible_by.id ?? store.nextId() },
      acknowledged_at: invitee.status === "accepted" ? formatTime(nowMs) : null,
    };
    const collaboration = completeRecord(store, "collaborations", given, nowMs);
    store.collaborations.put(collaboration);
    return serializeCollaboration(store, collaboration, context.query?.fields);
  },

  listCollaborationAllowlistEntries(context) {
    const { store, viewer, errorResponse } = context;
    if (!isAdmin(context)) throw errorResponse("forbidden");
    const entries = [...store.allowlist_entries.values()]
      .filter((one) => one.enterprise_id === viewer.enterprise_id)
      .sort(byId);
    return pageOf(context, entries, ({ enterprise_id, ...own }) => {
      const enterprise = { type: "enterprise" as const, id: enterprise_id };
      return { type: "collaboration_whitelist_entry" as const, ...own, enterprise };
    });
  },
};

/** Finds the invited user or group for an item of an enterprise. An unknown login becomes a pending invitation. */
function inviteeOf({ store, viewer, body, errorResponse }: CreateContext, enterpriseId: string): Invitee {
  const { accessible_by: who } = body;
  if (who.type === "group") {
    const group = store.groups.get(who.id);
    if (group?.enterprise_id !== enterpriseId || viewer.enterprise_id !== enterpriseId)
      throw errorResponse("collaborator_not_found");
    if (!group.is_invitable) throw errorResponse("group_not_invitable");
    return { accessible_by: { type: "group", id: group.id }, invite_email: null, status: "accepted" };
  }
  const user = store.users.get(who.id ?? userIdOf(store, who.login) ?? "");
  if (user === undefined && who.login === undefined) throw errorResponse("collaborator_not_found");
  const login = user?.login ?? who.login ?? "";
  if (user?.enterprise_id !== enterpriseId) {
    const mayGo = isAllowedDomain(store, enterpriseId, login, "outbound");
    const isColleague = user === undefined || user.enterprise_id === viewer.enterprise_id;
    const mayCome = isColleague || isAllowedDomain(store, user.enterprise_id, viewer.login, "inbound");
    if (!mayGo || !mayCome) throw errorResponse("forbidden_by_policy");
  }
  if (user !== undefined)
    return { accessible_by: { type: "user", id: user.id }, invite_email: null, status: "accepted" };
  return { accessible_by: { type: "user", id: undefined }, invite_email: login, status: "pending" };
}

/** Whether the allowlist has the domain of a login, in a direction. An empty allowlist allows every domain. */
function isAllowedDomain(
  { allowlist_entries }: Store,
  enterpriseId: string,
  login: string,
  direction: "inbound" | "outbound",
): boolean {
  const entries = [...allowlist_entries.values()].filter((one) => one.enterprise_id === enterpriseId);
  const domain = login.slice(login.lastIndexOf("@") + 1).toLowerCase();
  const applies = entries.filter((one) => one.direction === direction || one.direction === "both");
  return entries.length === 0 || applies.some((one) => one.domain.toLowerCase() === domain);
}

/** Whether the invitee owns the item or has a pending or accepted collaboration on it. */
function hasAccess(
  { store, nowMs }: CreateContext,
  { id, owner_id }: FileRecord | FolderRecord,
  { accessible_by: who, invite_email }: Invitee,
): boolean {
  if (who.type === "user" && who.id === owner_id) return true;
  return collaborationsOn(store, id, nowMs).some((other) => {
    if (invite_email !== null) return other.invite_email?.toLowerCase() === invite_email.toLowerCase();
    const { type } = other.accessible_by;
    // The invited address may be an alias by now.
    const otherId = other.invite_email === null ? other.accessible_by.id : userIdOf(store, other.invite_email);
    return type === who.type && otherId === who.id;
  });
}

function serializeCollaboration(store: Store, collaboration: CollaborationRecord, fields?: readonly string[]) {
  const { can_view_path, created_by, item, invite_email, ...own } = collaboration;
  const { sequence_id = "0", etag = "0", name = "" } = store.items.get(item.id) ?? {};
  const { type, id } = own.accessible_by;
  const user = invite_email === null ? userMini(store, id) : null;
  const full: Schemas["Collaboration"] = {
    type: "collaboration",
    ...own,
    created_by: userMini(store, created_by),
    accessible_by: type === "group" ? { type, id, name: store.groups.get(id)?.name ?? "" } : user,
    ...((invite_email !== null || fields?.includes("invite_email")) && { invite_email }),
    // The invitee has no access to the item yet.
    item: own.status === "pending" ? null : { ...item, sequence_id, etag, name },
  };
  return select(full, fields, standard.collaboration);
}
