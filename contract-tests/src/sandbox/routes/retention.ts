import type { components, operations } from "content-service-client";
import type { Handlers, SignedInCall } from "../call.js";
import { pageOf } from "../paging/page.js";
import { fileMini, versionMini } from "../present/items.js";
import { isAdmin } from "../world/access.js";
import type { FileVersionRetentionRecord, RetentionPolicyRecord } from "../world/records.js";
import { fileById, type World } from "../world/world.js";

type ListCall = SignedInCall<operations["listFileVersionRetentions"]>;

/** A retention that the viewer may see. */
interface Listed {
  readonly retention: FileVersionRetentionRecord;
  readonly policy: RetentionPolicyRecord;
  readonly dispositionMs: number;
}

/** Handlers of the tag Retention. */
export const retention: Handlers<"listFileVersionRetentions"> = {
  listFileVersionRetentions(call) {
    if (!isAdmin(call)) throw call.refuse("forbidden");
    const page = pageOf(
      call,
      listed(call),
      ({ retention: { id } }) => id,
      (one) => present(call.world, one),
    );
    return { ...page, order: [{ by: "id", direction: "ASC" }] };
  },
};

/** The retentions of the viewer's enterprise that fulfil every filter. */
function listed({ world, viewer, query = {} }: ListCall): readonly Listed[] {
  const { disposition_action, disposition_after, disposition_before, file_id, file_version_id, policy_id } = query;
  const tables = [world.fileVersionRetentions, world.retentionPolicies];
  const all = world.memo(`retentions of ${viewer.enterprise_id}`, tables, () =>
    retentionsOf(world, viewer.enterprise_id),
  );
  const filters = [disposition_action, disposition_after, disposition_before, file_id, file_version_id, policy_id];
  if (filters.every((filter) => filter === undefined)) return all;
  const after = disposition_after === undefined ? Number.NEGATIVE_INFINITY : Date.parse(disposition_after);
  const before = disposition_before === undefined ? Number.POSITIVE_INFINITY : Date.parse(disposition_before);
  const versions = file_id === undefined ? undefined : versionIdsOf(world, file_id);
  return all.filter(
    ({ retention, policy, dispositionMs }) =>
      (disposition_action === undefined || policy.disposition_action === disposition_action) &&
      (versions === undefined || versions.has(retention.file_version_id)) &&
      (file_version_id === undefined || retention.file_version_id === file_version_id) &&
      (policy_id === undefined || retention.policy_id === policy_id) &&
      dispositionMs > after &&
      dispositionMs < before,
  );
}

function retentionsOf(world: World, enterpriseId: string): Listed[] {
  const found: Listed[] = [];
  for (const retention of world.fileVersionRetentions.values()) {
    const policy = world.retentionPolicies.get(retention.policy_id);
    if (policy?.enterprise_id !== enterpriseId) continue;
    found.push({ retention, policy, dispositionMs: Date.parse(retention.disposition_at) });
  }
  return found;
}

function versionIdsOf(world: World, fileId: string): ReadonlySet<string> {
  return new Set(fileById(world, fileId)?.versions.map(({ id }) => id));
}

function present(world: World, { retention: one, policy }: Listed): components["schemas"]["FileVersionRetention"] {
  const [fileId = ""] = world.filesByVersion.keys(one.file_version_id);
  const file = fileById(world, fileId);
  const version = file?.versions.find(({ id }) => id === one.file_version_id);
  // A retention goes with the file of its version.
  if (file === undefined || version === undefined) throw new Error(`There is no file version ${one.file_version_id}`);
  const { enterprise_id, ...winning } = policy;
  return {
    type: "file_version_retention",
    id: one.id,
    file_version: versionMini(version),
    file: fileMini(file),
    applied_at: one.applied_at,
    disposition_at: one.disposition_at,
    winning_retention_policy: { type: "retention_policy", ...winning },
  };
}
