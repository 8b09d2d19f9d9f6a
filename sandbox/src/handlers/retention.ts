import type { components, operations } from "../../../generated/types.js";
import { instantMs } from "../clock/time.js";
import { byId, pageOf } from "../paging/page.js";
import { fileMini, versionMini } from "../serialize/items.js";
import { isAdmin } from "../store/access.js";
import type { RecordOf } from "../store/records.js";
import { fileById, fileOfVersion, type Store } from "../store/store.js";
import { isInTrash } from "../store/tree.js";
import { checkTime, type Handlers, type SignedInContext } from "./context.js";

interface VisibleRetention extends RecordOf<"file_version_retentions"> {
  readonly policy: RecordOf<"retention_policies">;
  readonly dispositionMs: number;
}

export const retention: Handlers<"listFileVersionRetentions"> = {
  listFileVersionRetentions(context) {
    if (!isAdmin(context)) throw context.errorResponse("forbidden");
    const { store, viewer } = context;
    const tables = [store.file_version_retentions, store.retention_policies];
    // A list may have many thousands of retentions, so their policies and times are looked up once.
    const visible = store.memo(`retentions of ${viewer.enterprise_id}`, tables, () =>
      visibleRetentions(store, viewer.enterprise_id),
    );
    const page = pageOf(context, filtered(context, visible), (one) => serializeRetention(store, one));
    return { ...page, order: [{ by: "id", direction: "ASC" }] };
  },
};

function visibleRetentions(store: Store, enterpriseId: string): VisibleRetention[] {
  const found: VisibleRetention[] = [];
  for (const retention of store.file_version_retentions.values()) {
    const policy = store.retention_policies.get(retention.policy_id);
    if (policy?.enterprise_id === enterpriseId)
      found.push({ ...retention, policy, dispositionMs: instantMs(retention.disposition_at) });
  }
  return found.sort(byId);
}

function filtered(
  { store, query = {}, errorResponse }: SignedInContext<operations["listFileVersionRetentions"]>,
  all: readonly VisibleRetention[],
): readonly VisibleRetention[] {
  const { disposition_action, disposition_after, disposition_before, file_id, file_version_id, policy_id } = query;
  for (const name of ["disposition_after", "disposition_before"] as const) checkTime(errorResponse, name, query[name]);
  const afterMs = disposition_after === undefined ? Number.NEGATIVE_INFINITY : instantMs(disposition_after);
  const beforeMs = disposition_before === undefined ? Number.POSITIVE_INFINITY : instantMs(disposition_before);
  const versions = file_id === undefined ? undefined : new Set(fileById(store, file_id)?.versions.map(({ id }) => id));
  return all.filter(
    ({ policy, dispositionMs, file_version_id: versionId }) =>
      dispositionMs > afterMs &&
      dispositionMs < beforeMs &&
      (policy_id === undefined || policy.id === policy_id) &&
      (disposition_action === undefined || policy.disposition_action === disposition_action) &&
      (file_version_id === undefined || versionId === file_version_id) &&
      (versions === undefined || versions.has(versionId)),
  );
}

function serializeRetention(
  store: Store,
  { id, file_version_id, applied_at, disposition_at, policy }: VisibleRetention,
): components["schemas"]["FileVersionRetention"] {
  const file = fileOfVersion(store, file_version_id);
  const version = file?.versions.find((one) => one.id === file_version_id);
  // Deleting a file deletes its retentions.
  if (file === undefined || version === undefined) throw new Error(`File version not found: ${file_version_id}`);
  const mini = { type: "file_version_retention" as const, id };
  if (isInTrash(store, file)) return mini;
  const { enterprise_id, ...winning } = policy;
  return {
    ...mini,
    file_version: versionMini(version),
    file: fileMini(file),
    applied_at,
    disposition_at,
    winning_retention_policy: { type: "retention_policy", ...winning },
  };
}
