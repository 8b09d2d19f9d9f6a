import type { components } from "../../../generated/types.js";
import type { LegalHoldPolicyAssignmentRecord } from "../store/records.js";
import type { World } from "../store/world.js";
import { select } from "./select.js";
import { standard } from "./standard.js";
import { userMini } from "./user.js";

type Schemas = components["schemas"];

/** The assignment of a legal hold policy, narrowed to `fields` when they are given. */
export function presentAssignment(
  world: World,
  assignment: LegalHoldPolicyAssignmentRecord,
  fields?: readonly string[],
): Schemas["LegalHoldPolicyAssignment"] {
  const { id, policy_id, assigned_to, assigned_by, assigned_at, deleted_at } = assignment;
  const policy_name = world.legalHoldPolicies.get(policy_id)?.policy_name ?? "";
  const full: Schemas["LegalHoldPolicyAssignment"] = {
    type: "legal_hold_policy_assignment",
    id,
    legal_hold_policy: { type: "legal_hold_policy", id: policy_id, policy_name },
    assigned_to: { ...assigned_to },
    assigned_by: userMini(world, assigned_by),
    assigned_at,
    deleted_at,
  };
  return select(full, fields, standard.legalHoldPolicyAssignment);
}
