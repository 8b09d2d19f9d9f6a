import type { components } from "../../../generated/types.js";
import { formatTime } from "../clock/time.js";
import { pageOf } from "../paging/page.js";
import { select, standard } from "../serialize/fields.js";
import { fileMini, presentFile, presentVersion, versionMini } from "../serialize/items.js";
import { userMini } from "../serialize/user.js";
import { isAdmin } from "../store/access.js";
import type {
  FileRecord,
  FileVersionRecord,
  LegalHoldPolicyAssignmentRecord,
  LegalHoldPolicyRecord,
} from "../store/records.js";
import { currentVersion, fileById, folderById, type World } from "../store/store.js";
import { itemsBelow } from "../store/tree.js";
import type { Handlers, SignedInCall } from "./context.js";

type AnyCall = SignedInCall<unknown>;

/** Handlers of the tag Legal holds. */
export const legalHolds: Handlers<
  | "assignLegalHoldPolicy"
  | "listLegalHoldPolicyAssignments"
  | "listFilesOnHold"
  | "listFileVersionsOnHold"
  | "listFileVersionLegalHolds"
> = {
  assignLegalHoldPolicy(call) {
    const { world, viewer, nowMs, refuse } = call;
    const { policy_id, assign_to } = call.body;
    if (policyOf(call, policy_id) === undefined) throw refuse("policy_not_found");
    if (!isThere(call, assign_to)) throw refuse("target_not_found");
    const same = assignmentsOf(call, policy_id).some(
      ({ assigned_to: { type, id } }) => type === assign_to.type && id === assign_to.id,
    );
    if (same) throw refuse("conflict");
    const assignment: LegalHoldPolicyAssignmentRecord = {
      id: world.nextId(),
      policy_id,
      assigned_to: assign_to,
      assigned_by: viewer.id,
      assigned_at: formatTime(nowMs),
      deleted_at: null,
    };
    world.legalHoldPolicyAssignments.put(assignment);
    return presentAssignment(world, assignment);
  },

  listLegalHoldPolicyAssignments(call) {
    const { policy_id, assign_to_type, assign_to_id, fields } = call.query;
    if (policyOf(call, policy_id) === undefined) throw call.refuse("not_found");
    const fitting = assignmentsOf(call, policy_id).filter(({ assigned_to: { type, id } }) => {
      const typeFits = assign_to_type === undefined || type === assign_to_type;
      return typeFits && (assign_to_id === undefined || id === assign_to_id);
    });
    return pageOf(
      call,
      fitting,
      ({ id }) => id,
      (one) => presentAssignment(call.world, one, fields),
    );
  },

  listFilesOnHold(call) {
    const held = heldVersions(call.world, assignmentOf(call)).filter(isCurrent);
    const { fields } = call.query ?? {};
    return pageOf(call, held, keyOf, ({ file, version }) =>
      fields === undefined
        ? { ...fileMini(file), file_version: versionMini(version) }
        : presentFile(call, file, fields),
    );
  },

  listFileVersionsOnHold(call) {
    const held = heldVersions(call.world, assignmentOf(call)).filter((one) => !isCurrent(one));
    return pageOf(call, held, keyOf, ({ file, version }) => presentVersion(call, file, version, call.query?.fields));
  },

  listFileVersionLegalHolds(call) {
    const { world } = call;
    const { policy_id } = call.query;
    if (policyOf(call, policy_id) === undefined) throw call.refuse("not_found");
    const tables = [world.items, world.legalHoldPolicyAssignments];
    const holds = world.memo(`holds of ${policy_id}`, tables, () => legalHoldsOf(call, policy_id));
    return pageOf(call, holds, keyOf, ({ file, version, assignments }) => ({
      type: "file_version_legal_hold" as const,
      id: `${policy_id}-${version.id}`,
      file_version: versionMini(version),
      file: fileMini(file),
      legal_hold_policy_assignments: assignments.map((id) => ({ type: "legal_hold_policy_assignment" as const, id })),
      deleted_at: null,
    }));
  },
};

type Target = components["schemas"]["LegalHoldPolicyAssignmentCreate"]["assign_to"];

/** The policy with an id, if it is one of the viewer's enterprise. Only admins and co-admins reach this far. */
function policyOf(call: AnyCall, id: string): LegalHoldPolicyRecord | undefined {
  if (!isAdmin(call)) throw call.refuse("forbidden");
  const policy = call.world.legalHoldPolicies.get(id);
  return policy?.enterprise_id === call.viewer.enterprise_id ? policy : undefined;
}

function assignmentsOf({ world }: AnyCall, policyId: string): LegalHoldPolicyAssignmentRecord[] {
  return [...world.legalHoldPolicyAssignments.values()].filter(
    (one) => one.policy_id === policyId && one.deleted_at === null,
  );
}

/** The assignment that the path names. */
function assignmentOf(
  call: SignedInCall<{ parameters: { path: { legal_hold_policy_assignment_id: string } } }>,
): LegalHoldPolicyAssignmentRecord {
  const assignment = call.world.legalHoldPolicyAssignments.get(call.path.legal_hold_policy_assignment_id);
  const policy = policyOf(call, assignment?.policy_id ?? "");
  if (assignment === undefined || policy === undefined || assignment.deleted_at !== null)
    throw call.refuse("not_found");
  return assignment;
}

/** Whether there is such a thing in the viewer's enterprise. */
function isThere({ world, viewer }: AnyCall, { type, id }: Target): boolean {
  const [fileId = ""] = world.filesByVersion.keys(id);
  const owners = {
    file: () => fileById(world, id)?.owner_id,
    file_version: () => fileById(world, fileId)?.owner_id,
    folder: () => folderById(world, id)?.owner_id,
    user: () => world.users.get(id)?.id,
  };
  return world.users.get(owners[type]() ?? "")?.enterprise_id === viewer.enterprise_id;
}

/** Every version that a policy holds, once, with the assignments that hold it. */
function legalHoldsOf(call: AnyCall, policyId: string): (HeldVersion & { assignments: string[] })[] {
  const holds = new Map<string, HeldVersion & { assignments: string[] }>();
  for (const assignment of assignmentsOf(call, policyId)) {
    for (const held of heldVersions(call.world, assignment)) {
      const known = holds.get(held.version.id);
      if (known === undefined) holds.set(held.version.id, { ...held, assignments: [assignment.id] });
      else known.assignments.push(assignment.id);
    }
  }
  return [...holds.values()];
}

function keyOf({ version }: HeldVersion): string {
  return version.id;
}

/** A version that is held, with its file. */
export interface HeldVersion {
  readonly file: FileRecord;
  readonly version: FileVersionRecord;
}

/** The versions that an assignment of a policy holds: of a file, of all below a folder, of all that a user owns, or one. */
export function heldVersions(world: World, assignment: LegalHoldPolicyAssignmentRecord): readonly HeldVersion[] {
  return world.memo(`versions held by ${assignment.id}`, [world.items, world.legalHoldPolicyAssignments], () => {
    const { type, id } = assignment.assigned_to;
    if (type !== "file_version") return filesHeld(world, type, id).flatMap(versionsOf);
    const [fileId = ""] = world.filesByVersion.keys(id);
    const file = fileById(world, fileId);
    return file === undefined ? [] : versionsOf(file).filter(({ version }) => version.id === id);
  });
}

/** Whether a held version is the current one of its file. */
export function isCurrent({ file, version }: HeldVersion): boolean {
  return currentVersion(file).id === version.id;
}

function filesHeld(world: World, type: "file" | "folder" | "user", id: string): FileRecord[] {
  if (type === "folder") return itemsBelow(world, id).filter((item) => item.type === "file");
  if (type === "user") {
    return [...world.items.values()].filter((item): item is FileRecord => item.type === "file" && item.owner_id === id);
  }
  const file = fileById(world, id);
  return file === undefined ? [] : [file];
}

function versionsOf(file: FileRecord): HeldVersion[] {
  return file.versions.map((version) => ({ file, version }));
}

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
