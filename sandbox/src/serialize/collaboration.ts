import type { components } from "../../../generated/types.js";
import type { View } from "../store/access.js";
import type { AllowlistEntryRecord, CollaborationRecord } from "../store/records.js";
import { select } from "./select.js";
import { standard } from "./standard.js";
import { userMini } from "./user.js";

type Schemas = components["schemas"];

/** A collaboration, narrowed to `fields` when they are given. */
export function presentCollaboration(
  { world }: View,
  collaboration: CollaborationRecord,
  fields?: readonly string[],
): Schemas["Collaboration"] {
  const { id, created_at, modified_at, expires_at, status, invite_email, role, acknowledged_at } = collaboration;
  const item = world.items.get(collaboration.item.id);
  const full: Schemas["Collaboration"] = {
    type: "collaboration",
    id,
    created_by: userMini(world, collaboration.created_by),
    created_at,
    modified_at,
    expires_at,
    status,
    accessible_by: collaborator(world, collaboration),
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
export function presentAllowlistEntry(entry: AllowlistEntryRecord): Schemas["CollaborationAllowlistEntry"] {
  const { id, domain, direction, enterprise_id, created_at } = entry;
  const enterprise = { type: "enterprise" as const, id: enterprise_id };
  return { type: "collaboration_whitelist_entry", id, domain, direction, enterprise, created_at };
}

function collaborator(
  world: View["world"],
  { accessible_by, invite_email }: CollaborationRecord,
): Schemas["Collaborator"] {
  const { type, id } = accessible_by;
  if (type === "group") return { type, id, name: world.groups.get(id)?.name ?? "" };
  if (invite_email !== null) return { type, id, name: invite_email, login: invite_email };
  return userMini(world, id);
}
