import type { operations } from "content-service-client";
import type { Handlers, SignedInCall } from "../call.js";
import { pageOf } from "../paging/page.js";
import { presentAllowlistEntry, presentCollaboration } from "../present/collaboration.js";
import { formatTime, isOver } from "../time.js";
import { isAdmin } from "../world/access.js";
import type { CollaborationRecord, FileRecord, FolderRecord, UserRecord } from "../world/records.js";
import { visibleFile, visibleFolder } from "./find-item.js";
import { invalid } from "./invalid.js";

type CreateCall = SignedInCall<operations["createCollaboration"]>;
type Collaborator = Pick<CollaborationRecord, "accessible_by" | "invite_email" | "status">;

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
    checkExpiry(call, item);
    const collaborator = collaboratorOf(call);
    if (hasCollaboration(call, item, collaborator)) throw refuse("conflict");
    const now = formatTime(nowMs);
    const collaboration: CollaborationRecord = {
      id: world.nextId(),
      item: { type, id },
      ...collaborator,
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

function checkExpiry({ world, nowMs, body, refuse }: CreateCall, item: FileRecord | FolderRecord): void {
  if (body.expires_at === undefined) return;
  const enterprise = world.users.get(item.owner_id)?.enterprise_id ?? "";
  if (!world.enterprises.get(enterprise)?.allows_collaboration_expiry) throw refuse("expiry_not_enabled");
  if (isOver(body.expires_at, nowMs)) throw invalid(refuse, "bad_request", ["expires_at", "The time has passed."]);
}

/** Who is invited. A login that nobody has leads to an invitation that waits for somebody to take it. */
function collaboratorOf(call: CreateCall): Collaborator {
  const { world, viewer, body, refuse } = call;
  const { accessible_by: who } = body;
  if (who.type === "group") {
    const group = "id" in who ? world.groups.get(who.id) : undefined;
    if (group?.enterprise_id !== viewer.enterprise_id) throw refuse("collaborator_not_found");
    if (!group.is_invitable) throw refuse("group_not_invitable");
    return { accessible_by: { type: "group", id: group.id }, invite_email: null, status: "accepted" };
  }
  const [known] = "login" in who ? world.usersByLogin.keys(who.login.toLowerCase()) : [who.id];
  const user = known === undefined ? undefined : world.users.get(known);
  if (user === undefined && !("login" in who)) throw refuse("collaborator_not_found");
  const login = user?.login ?? ("login" in who ? who.login : "");
  if (isOutside(call, user) && !isAllowedDomain(call, login)) throw refuse("forbidden_by_policy");
  if (user !== undefined)
    return { accessible_by: { type: "user", id: user.id }, invite_email: null, status: "accepted" };
  return { accessible_by: { type: "user", id: world.nextId() }, invite_email: login, status: "pending" };
}

function isOutside({ viewer }: CreateCall, user: UserRecord | undefined): boolean {
  return user?.enterprise_id !== viewer.enterprise_id;
}

/** Without entries every domain is allowed. */
function isAllowedDomain({ world, viewer }: CreateCall, login: string): boolean {
  const entries = [...world.allowlistEntries.values()].filter((one) => one.enterprise_id === viewer.enterprise_id);
  const domain = login.slice(login.lastIndexOf("@") + 1).toLowerCase();
  return (
    entries.length === 0 || entries.some((one) => one.domain.toLowerCase() === domain && one.direction !== "outbound")
  );
}

function hasCollaboration(
  call: CreateCall,
  { id }: FileRecord | FolderRecord,
  { accessible_by, invite_email }: Collaborator,
) {
  return [...call.world.collaborationsByItem.keys(id)].some((key) => {
    const other = call.world.collaborations.get(key);
    if (other === undefined || isOver(other.expires_at, call.nowMs)) return false;
    if (invite_email !== null) return other.invite_email?.toLowerCase() === invite_email.toLowerCase();
    return other.accessible_by.type === accessible_by.type && other.accessible_by.id === accessible_by.id;
  });
}
