import type { components, operations } from "content-service-client";
import type { Handlers, SignedInCall } from "../call.js";
import { pageOf } from "../paging/page.js";
import { fileMini, versionMini } from "../present/items.js";
import { isAdmin } from "../world/access.js";
import type {
  FileRecord,
  FileVersionRecord,
  FileVersionRetentionRecord,
  RetentionPolicyRecord,
} from "../world/records.js";
import { fileById } from "../world/world.js";

type ListCall = SignedInCall<operations["listFileVersionRetentions"]>;

/** A retention with everything that it speaks of. */
interface Retained {
  readonly retention: FileVersionRetentionRecord;
  readonly policy: RetentionPolicyRecord;
  readonly file: FileRecord;
  readonly version: FileVersionRecord;
}

/** Handlers of the tag Retention. */
export const retention: Handlers<"listFileVersionRetentions"> = {
  listFileVersionRetentions(call) {
    if (!isAdmin(call)) throw call.refuse("forbidden");
    const page = pageOf(call, listed(call), ({ retention: { id } }) => id, present);
    return { ...page, order: [{ by: "id", direction: "ASC" }] };
  },
};

/** The retentions of the viewer's enterprise that fulfil every filter. */
function listed(call: ListCall): readonly Retained[] {
  const { viewer, query = {} } = call;
  const { disposition_action, disposition_after, disposition_before, file_id, file_version_id, policy_id } = query;
  const all = call.world.memo(`retentions of ${viewer.enterprise_id}`, () => retentionsOf(call));
  const after = disposition_after === undefined ? Number.NEGATIVE_INFINITY : Date.parse(disposition_after);
  const before = disposition_before === undefined ? Number.POSITIVE_INFINITY : Date.parse(disposition_before);
  const filters = [disposition_action, disposition_after, disposition_before, file_id, file_version_id, policy_id];
  if (filters.every((filter) => filter === undefined)) return all;
  return all.filter(({ retention: { disposition_at }, policy, file, version }) => {
    const dispositionMs = Date.parse(disposition_at);
    return (
      (disposition_action === undefined || policy.disposition_action === disposition_action) &&
      (file_id === undefined || file.id === file_id) &&
      (file_version_id === undefined || version.id === file_version_id) &&
      (policy_id === undefined || policy.id === policy_id) &&
      dispositionMs > after &&
      dispositionMs < before
    );
  });
}

function retentionsOf({ world, viewer }: ListCall): Retained[] {
  return [...world.fileVersionRetentions.values()].flatMap((one) => {
    const policy = world.retentionPolicies.get(one.policy_id);
    const [fileId = ""] = world.filesByVersion.keys(one.file_version_id);
    const file = fileById(world, fileId);
    const version = file?.versions.find(({ id }) => id === one.file_version_id);
    const known = policy !== undefined && file !== undefined && version !== undefined;
    return known && policy.enterprise_id === viewer.enterprise_id ? [{ retention: one, policy, file, version }] : [];
  });
}

function present({ retention: one, policy, file, version }: Retained): components["schemas"]["FileVersionRetention"] {
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
