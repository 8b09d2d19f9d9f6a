import type { operations } from "../../../generated/types.js";
import type { Handlers, SignedInCall } from "../http/call.js";
import { pageOf } from "../paging/page.js";
import { presentAllowlistEntry, presentCollaboration } from "../serialize/collaboration.js";
import { isAdmin } from "../store/access.js";
import type { CollaborationRecord, FileRecord, FolderRecord } from "../store/records.js";
import type { World } from "../store/world.js";
import { formatTime, isOver } from "../time.js";
import { visibleFile, visibleFolder } from "./find-item.js";
import { invalid } from "./invalid.js";

type CreateCall = SignedInCall<operations["createCollaboration"]>;
/** Who is invited. Nobody has an id for an address that nobody has. */
type Collaborator = Pick<CollaborationRecord, "invite_email" | "status"> & {
  readonly accessible_by: { readonly type: "user" | "group"; readonly id: string | undefined };
};

/** Handlers of the tag Collaborations. */
export const collaborations: Handlers<"createCollaboration" | "listCollaborationAllowlistEntries"> = {
  createCollaboration(call) {
    const { world, viewer, nowMs, body, refuse } = call;
    const { type, id } = body.item;
    const found = type === "file" ? visibleFile(call, id) : visibleFolder(call, id);
    if (found === undefined) throw refuse("item_not_found");
    const { item, access } = found;
    const mayGive = body.role === "co-owner" ? access.own : access.invite;
    if (!mayGive) throw refuse("access_denied_insufficient_permissions");
    const enterpriseId = world.users.get(item.owner_id)?.enterprise_id ?? "";
    checkExpiry(call, enterpriseId);
    const collaborator = collaboratorOf(call, enterpriseId);
    if (hasAccessAlready(call, item, collaborator)) throw refuse("conflict");
    const now = formatTime(nowMs);
    const collaboration: CollaborationRecord = {
      id: world.nextId(),
      item: { type, id },
      ...collaborator,
      accessible_by: { ...collaborator.accessible_by, id: collaborator.accessible_by.id ?? world.nextId() },
      role: body.role,
      can_view_path: body.can_view_path ?? false,
      created_by: viewer.id,
      created_at: now,
      modified_at: now,
      expires_at: body.expires_at ?? null,
      acknowledged_at: collaborator.status === "accepted" ? now : null,
    };
    world.collaborations.put(collaboration);
    return presentCollaboration(call, collaboration, call.query?.fields);
  },

  listCollaborationAllowlistEntries(call) {
    const { world, viewer, refuse } = call;
    if (!isAdmin(call)) throw refuse("forbidden");
    const entries = [...world.allowlistEntries.values()].filter((one) => one.enterprise_id === viewer.enterprise_id);
    return pageOf(call, entries, ({ id }) => id, presentAllowlistEntry);
  },
};

function checkExpiry({ world, nowMs, body, refuse }: CreateCall, enterpriseId: string): void {
  if (body.expires_at === undefined) return;
  if (!world.enterprises.get(enterpriseId)?.allows_collaboration_expiry) throw refuse("expiry_not_enabled");
  if (isOver(body.expires_at, nowMs)) throw invalid(refuse, "bad_request", ["expires_at", "The time has passed."]);
}

/**
 * Who is invited to something of an enterprise. A login that nobody has leads to an invitation that waits for somebody
 * to take it.
 */
function collaboratorOf({ world, viewer, body, refuse }: CreateCall, enterpriseId: string): Collaborator {
  const { accessible_by: who } = body;
  if (who.type === "group") {
    const group = "id" in who ? world.groups.get(who.id) : undefined;
    const own = group?.enterprise_id === enterpriseId && viewer.enterprise_id === enterpriseId;
    if (group === undefined || !own) throw refuse("collaborator_not_found");
    if (!group.is_invitable) throw refuse("group_not_invitable");
    return { accessible_by: { type: "group", id: group.id }, invite_email: null, status: "accepted" };
  }
  const [known] = "login" in who ? world.usersByLogin.keys(who.login.toLowerCase()) : [who.id];
  const user = known === undefined ? undefined : world.users.get(known);
  if (user === undefined && !("login" in who)) throw refuse("collaborator_not_found");
  const login = user?.login ?? ("login" in who ? who.login : "");
  const outside = user?.enterprise_id !== enterpriseId;
  if (outside && !isAllowedDomain(world, enterpriseId, login)) throw refuse("forbidden_by_policy");
  if (user !== undefined)
    return { accessible_by: { type: "user", id: user.id }, invite_email: null, status: "accepted" };
  return { accessible_by: { type: "user", id: undefined }, invite_email: login, status: "pending" };
}

/** Whether people of the domain may be invited, which is an `outbound` invitation. Without entries everybody may. */
function isAllowedDomain({ allowlistEntries }: World, enterpriseId: string, login: string): boolean {
  const entries = [...allowlistEntries.values()].filter((one) => one.enterprise_id === enterpriseId);
  const domain = login.slice(login.lastIndexOf("@") + 1).toLowerCase();
  return (
    entries.length === 0 || entries.some((one) => one.domain.toLowerCase() === domain && one.direction !== "inbound")
  );
}

/** Whether the collaborator owns the item, or has a collaboration on it that was not rejected and has not ended. */
function hasAccessAlready(
  { world, nowMs }: CreateCall,
  { id, owner_id }: FileRecord | FolderRecord,
  { accessible_by: who, invite_email }: Collaborator,
): boolean {
  if (who.type === "user" && who.id === owner_id) return true;
  return [...world.collaborationsByItem.keys(id)].some((key) => {
    const other = world.collaborations.get(key);
    if (other === undefined || other.status === "rejected" || isOver(other.expires_at, nowMs)) return false;
    if (invite_email !== null) return other.invite_email?.toLowerCase() === invite_email.toLowerCase();
    return other.accessible_by.type === who.type && other.accessible_by.id === who.id;
  });
}
