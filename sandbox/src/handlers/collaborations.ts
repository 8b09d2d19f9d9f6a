import type { components, operations } from "../../../generated/types.js";
import { formatTime, isExpired } from "../clock/time.js";
import { pageOf } from "../paging/page.js";
import { select, standard } from "../serialize/fields.js";
import { userMini } from "../serialize/user.js";
import { isAdmin, type View } from "../store/access.js";
import type { AllowlistEntryRecord, CollaborationRecord, FileRecord, FolderRecord } from "../store/records.js";
import type { Store } from "../store/store.js";
import { type Handlers, invalid, type SignedInContext } from "./context.js";
import { visibleFile, visibleFolder } from "./find-item.js";

type CreateContext = SignedInContext<operations["createCollaboration"]>;
/** Who is invited. Nobody has an id for an address that nobody has. */
type Collaborator = Pick<CollaborationRecord, "invite_email" | "status"> & {
  readonly accessible_by: { readonly type: "user" | "group"; readonly id: string | undefined };
};

/** Handlers of the tag Collaborations. */
export const collaborations: Handlers<"createCollaboration" | "listCollaborationAllowlistEntries"> = {
  createCollaboration(context) {
    const { store, viewer, nowMs, body, errorResponse } = context;
    const { type, id } = body.item;
    const found = type === "file" ? visibleFile(context, id) : visibleFolder(context, id);
    if (found === undefined) throw errorResponse("item_not_found");
    const { item, access } = found;
    const mayGive = body.role === "co-owner" ? access.own : access.invite;
    if (!mayGive) throw errorResponse("access_denied_insufficient_permissions");
    const enterpriseId = store.users.get(item.owner_id)?.enterprise_id ?? "";
    checkExpiry(context, enterpriseId);
    const collaborator = collaboratorOf(context, enterpriseId);
    if (hasAccessAlready(context, item, collaborator)) throw errorResponse("conflict");
    const now = formatTime(nowMs);
    const collaboration: CollaborationRecord = {
      id: store.nextId(),
      item: { type, id },
      ...collaborator,
      accessible_by: { ...collaborator.accessible_by, id: collaborator.accessible_by.id ?? store.nextId() },
      role: body.role,
      can_view_path: body.can_view_path ?? false,
      created_by: viewer.id,
      created_at: now,
      modified_at: now,
      expires_at: body.expires_at ?? null,
      acknowledged_at: collaborator.status === "accepted" ? now : null,
    };
    store.collaborations.put(collaboration);
    return serializeCollaboration(context, collaboration, context.query?.fields);
  },

  listCollaborationAllowlistEntries(context) {
    const { store, viewer, errorResponse } = context;
    if (!isAdmin(context)) throw errorResponse("forbidden");
    const entries = [...store.allowlistEntries.values()].filter((one) => one.enterprise_id === viewer.enterprise_id);
    return pageOf(context, entries, ({ id }) => id, serializeAllowlistEntry);
  },
};

function checkExpiry({ store, nowMs, body, errorResponse }: CreateContext, enterpriseId: string): void {
  if (body.expires_at === undefined) return;
  if (!store.enterprises.get(enterpriseId)?.allows_collaboration_expiry) throw errorResponse("expiry_not_enabled");
  if (isExpired(body.expires_at, nowMs))
    throw invalid(errorResponse, "bad_request", ["expires_at", "The time has passed."]);
}

/**
 * Who is invited to something of an enterprise. A login that nobody has leads to an invitation that waits for somebody
 * to take it.
 */
function collaboratorOf({ store, viewer, body, errorResponse }: CreateContext, enterpriseId: string): Collaborator {
  const { accessible_by: who } = body;
  if (who.type === "group") {
    const group = "id" in who ? store.groups.get(who.id) : undefined;
    const own = group?.enterprise_id === enterpriseId && viewer.enterprise_id === enterpriseId;
    if (group === undefined || !own) throw errorResponse("collaborator_not_found");
    if (!group.is_invitable) throw errorResponse("group_not_invitable");
    return { accessible_by: { type: "group", id: group.id }, invite_email: null, status: "accepted" };
  }
  const [known] = "login" in who ? store.usersByLogin.keys(who.login.toLowerCase()) : [who.id];
  const user = known === undefined ? undefined : store.users.get(known);
  if (user === undefined && !("login" in who)) throw errorResponse("collaborator_not_found");
  const login = user?.login ?? ("login" in who ? who.login : "");
  const outside = user?.enterprise_id !== enterpriseId;
  if (outside && !isAllowedDomain(store, enterpriseId, login)) throw errorResponse("forbidden_by_policy");
  if (user !== undefined)
    return { accessible_by: { type: "user", id: user.id }, invite_email: null, status: "accepted" };
  return { accessible_by: { type: "user", id: undefined }, invite_email: login, status: "pending" };
}

/** Whether people of the domain may be invited, which is an `outbound` invitation. Without entries everybody may. */
function isAllowedDomain({ allowlistEntries }: Store, enterpriseId: string, login: string): boolean {
  const entries = [...allowlistEntries.values()].filter((one) => one.enterprise_id === enterpriseId);
  const domain = login.slice(login.lastIndexOf("@") + 1).toLowerCase();
  return (
    entries.length === 0 || entries.some((one) => one.domain.toLowerCase() === domain && one.direction !== "inbound")
  );
}

/** Whether the collaborator owns the item, or has a collaboration on it that was not rejected and has not ended. */
function hasAccessAlready(
  { store, nowMs }: CreateContext,
  { id, owner_id }: FileRecord | FolderRecord,
  { accessible_by: who, invite_email }: Collaborator,
): boolean {
  if (who.type === "user" && who.id === owner_id) return true;
  return [...store.collaborationsByItem.keys(id)].some((key) => {
    const other = store.collaborations.get(key);
    if (other === undefined || other.status === "rejected" || isExpired(other.expires_at, nowMs)) return false;
    if (invite_email !== null) return other.invite_email?.toLowerCase() === invite_email.toLowerCase();
    return other.accessible_by.type === who.type && other.accessible_by.id === who.id;
  });
}

type Schemas = components["schemas"];

/** A collaboration, narrowed to `fields` when they are given. */
export function serializeCollaboration(
  { store }: View,
  collaboration: CollaborationRecord,
  fields?: readonly string[],
): Schemas["Collaboration"] {
  const { id, created_at, modified_at, expires_at, status, invite_email, role, acknowledged_at } = collaboration;
  const item = store.items.get(collaboration.item.id);
  const full: Schemas["Collaboration"] = {
    type: "collaboration",
    id,
    created_by: userMini(store, collaboration.created_by),
    created_at,
    modified_at,
    expires_at,
    status,
    accessible_by: collaborator(store, collaboration),
    invite_email,
    role,
    acknowledged_at,
    item: {
      ...collaboration.item,
      sequence_id: item?.sequence_id ?? "0",
      etag: item?.etag ?? "0",
      name: item?.name ?? "",
    },
  };
  return select(full, fields, standard.collaboration);
}

/** An entry of the allowlist. */
export function serializeAllowlistEntry(entry: AllowlistEntryRecord): Schemas["CollaborationAllowlistEntry"] {
  const { id, domain, direction, enterprise_id, created_at } = entry;
  const enterprise = { type: "enterprise" as const, id: enterprise_id };
  return { type: "collaboration_whitelist_entry", id, domain, direction, enterprise, created_at };
}

function collaborator(
  store: View["store"],
  { accessible_by, invite_email }: CollaborationRecord,
): Schemas["Collaborator"] {
  const { type, id } = accessible_by;
  if (type === "group") return { type, id, name: store.groups.get(id)?.name ?? "" };
  if (invite_email !== null) return { type, id, name: invite_email, login: invite_email };
  return userMini(store, id);
}
