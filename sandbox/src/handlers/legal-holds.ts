import type { components } from "../../../generated/types.js";
import { byId, pageOf } from "../paging/page.js";
import { completeRecord } from "../seed/complete-record.js";
import { select, standard } from "../serialize/fields.js";
import { fileMini, serializeFile, serializeVersion, versionMini } from "../serialize/items.js";
import { userMini } from "../serialize/user.js";
import { isAdmin } from "../store/access.js";
import type {
  FileRecord,
  FileVersionRecord,
  ItemRecord,
  LegalHoldPolicyAssignmentRecord,
  RecordOf,
} from "../store/records.js";
import { currentVersion, fileById, fileOfVersion, folderById, type Store } from "../store/store.js";
import { isInTrash, itemsBelow } from "../store/tree.js";
import type { Handlers, SignedInContext } from "./context.js";

type AnyContext = SignedInContext<unknown>;
type Schemas = components["schemas"];

interface HeldVersion {
  /** That of the version. */
  readonly id: string;
  readonly file: FileRecord;
  readonly version: FileVersionRecord;
}

export const legalHolds: Handlers<
  | "assignLegalHoldPolicy"
  | "listLegalHoldPolicyAssignments"
  | "listFilesOnHold"
  | "listFileVersionsOnHold"
  | "listFileVersionLegalHolds"
> = {
  assignLegalHoldPolicy(context) {
    const { store, viewer, nowMs, errorResponse } = context;
    const { policy_id, assign_to } = context.body;
    if (policyOf(context, policy_id) === undefined) throw errorResponse("policy_not_found");
    if (!isTargetKnown(context, assign_to)) throw errorResponse("target_not_found");
    const isAssigned = assignmentsOf(context, policy_id).some(
      ({ assigned_to: { type, id } }) => type === assign_to.type && id === assign_to.id,
    );
    if (isAssigned) throw errorResponse("conflict");
    const given = { id: store.nextId(), policy_id, assigned_to: assign_to, assigned_by: viewer.id };
    const assignment = completeRecord(store, "legal_hold_policy_assignments", given, nowMs);
    store.legal_hold_policy_assignments.put(assignment);
    return serializeAssignment(store, assignment);
  },

  listLegalHoldPolicyAssignments(context) {
    const { policy_id, assign_to_type, assign_to_id, fields } = context.query;
    if (policyOf(context, policy_id) === undefined) throw context.errorResponse("not_found");
    const filtered = assignmentsOf(context, policy_id).filter(
      ({ assigned_to: { type, id } }) =>
        (assign_to_type === undefined || type === assign_to_type) &&
        (assign_to_id === undefined || id === assign_to_id),
    );
    return pageOf(context, filtered, (one) => serializeAssignment(context.store, one, fields ?? []));
  },

  listFilesOnHold(context) {
    const held = heldVersions(context.store, assignmentOf(context)).filter(isCurrent);
    const { fields } = context.query ?? {};
    return pageOf(context, held, ({ file, version }) =>
      fields === undefined
        ? { ...fileMini(file), file_version: versionMini(version) }
        : serializeFile(context, file, fields),
    );
  },

  listFileVersionsOnHold(context) {
    const held = heldVersions(context.store, assignmentOf(context)).filter((one) => !isCurrent(one));
    return pageOf(context, held, ({ file, version }) =>
      serializeVersion(context, file, version, context.query?.fields),
    );
  },

  listFileVersionLegalHolds(context) {
    const { store } = context;
    const { policy_id } = context.query;
    if (policyOf(context, policy_id) === undefined) throw context.errorResponse("not_found");
    const tables = [store.items, store.legal_hold_policy_assignments];
    const holds = store.memo(`holds of ${policy_id}`, tables, () => legalHoldsOf(context, policy_id));
    return pageOf(context, holds, ({ file, version, assignments }) => {
      const mini = { type: "file_version_legal_hold" as const, id: `${policy_id}-${version.id}` };
      if (isInTrash(store, file)) return mini;
      return {
        ...mini,
        file_version: versionMini(version),
        file: fileMini(file),
        legal_hold_policy_assignments: assignments.map((id) => ({ type: "legal_hold_policy_assignment" as const, id })),
        deleted_at: null,
      };
    });
  },
};

/** The policy with an id, if it belongs to the viewer's enterprise. Throws `forbidden` for viewers who are not admins. */
function policyOf(context: AnyContext, id: string): RecordOf<"legal_hold_policies"> | undefined {
  if (!isAdmin(context)) throw context.errorResponse("forbidden");
  const policy = context.store.legal_hold_policies.get(id);
  return policy?.enterprise_id === context.viewer.enterprise_id ? policy : undefined;
}

function assignmentsOf({ store }: AnyContext, policyId: string): LegalHoldPolicyAssignmentRecord[] {
  return [...store.legal_hold_policy_assignments.values()]
    .filter((one) => one.policy_id === policyId && one.deleted_at === null)
    .sort(byId);
}

/** The assignment of the path. */
function assignmentOf(
  context: SignedInContext<{ parameters: { path: { legal_hold_policy_assignment_id: string } } }>,
): LegalHoldPolicyAssignmentRecord {
  const assignment = context.store.legal_hold_policy_assignments.get(context.path.legal_hold_policy_assignment_id);
  const policy = policyOf(context, assignment?.policy_id ?? "");
  if (assignment === undefined || policy === undefined || assignment.deleted_at !== null)
    throw context.errorResponse("not_found");
  return assignment;
}

/** Whether the viewer's enterprise has the target of a new assignment. */
function isTargetKnown(
  { store, viewer }: AnyContext,
  { type, id }: Schemas["LegalHoldPolicyAssignmentCreate"]["assign_to"],
): boolean {
  const owners = {
    file: () => fileById(store, id)?.owner_id,
    file_version: () => fileOfVersion(store, id)?.owner_id,
    folder: () => folderById(store, id)?.owner_id,
    user: () => id,
  };
  return store.users.get(owners[type]() ?? "")?.enterprise_id === viewer.enterprise_id;
}

/** Each version that a policy holds, with the ids of its assignments. */
function legalHoldsOf(context: AnyContext, policyId: string) {
  const holds = new Map<string, HeldVersion & { assignments: string[] }>();
  for (const assignment of assignmentsOf(context, policyId)) {
    for (const held of heldVersions(context.store, assignment)) {
      const known = holds.get(held.id);
      if (known === undefined) holds.set(held.id, { ...held, assignments: [assignment.id] });
      else known.assignments.push(assignment.id);
    }
  }
  return [...holds.values()].sort(byId);
}

/** Whether an assignment of any policy holds a version of one of the items. */
export function isAnyOnHold(store: Store, items: readonly ItemRecord[]): boolean {
  const active = [...store.legal_hold_policy_assignments.values()].filter(({ deleted_at }) => deleted_at === null);
  const held = new Set(active.flatMap((one) => heldVersions(store, one).map(({ file }) => file.id)));
  return items.some(({ id }) => held.has(id));
}

function heldVersions(store: Store, assignment: LegalHoldPolicyAssignmentRecord): readonly HeldVersion[] {
  return store.memo(`versions held by ${assignment.id}`, [store.items, store.legal_hold_policy_assignments], () => {
    const { type, id } = assignment.assigned_to;
    const versions = heldFiles(store, type, id).flatMap((file) =>
      file.versions.map((version) => ({ id: version.id, file, version })),
    );
    return (type === "file_version" ? versions.filter((held) => held.id === id) : versions).sort(byId);
  });
}

function heldFiles(store: Store, type: "file" | "file_version" | "folder" | "user", id: string): FileRecord[] {
  if (type === "folder") return itemsBelow(store, id).filter((item) => item.type === "file");
  if (type === "user")
    return [...store.items.values()].filter((item): item is FileRecord => item.type === "file" && item.owner_id === id);
  const file = type === "file" ? fileById(store, id) : fileOfVersion(store, id);
  return file === undefined ? [] : [file];
}

function isCurrent({ file, id }: HeldVersion): boolean {
  return currentVersion(file).id === id;
}

function serializeAssignment(
  store: Store,
  { policy_id, assigned_to, assigned_by, ...own }: LegalHoldPolicyAssignmentRecord,
  fields?: readonly string[],
): Schemas["LegalHoldPolicyAssignment"] {
  const policy_name = store.legal_hold_policies.get(policy_id)?.policy_name ?? "";
  const full: Schemas["LegalHoldPolicyAssignment"] = {
    type: "legal_hold_policy_assignment",
    ...own,
    legal_hold_policy: { type: "legal_hold_policy", id: policy_id, policy_name },
    assigned_to: { ...assigned_to },
    assigned_by: userMini(store, assigned_by),
  };
  return select(full, fields, standard.legalHoldPolicyAssignment);
}
