import type { components, operations } from "../../../generated/types.js";
import { pageOf } from "../paging/page.js";
import { fileMini, versionMini } from "../serialize/items.js";
import { isAdmin } from "../store/access.js";
import type { FileVersionRetentionRecord, RetentionPolicyRecord } from "../store/records.js";
import { fileById, type Store } from "../store/store.js";
import type { Handlers, SignedInContext } from "./context.js";

type ListContext = SignedInContext<operations["listFileVersionRetentions"]>;

/** The retentions that the viewer may see. */
interface Visible {
  readonly all: readonly VisibleRetention[];
  /** When each of them ends. */
  readonly dispositionsMs: Float64Array;
  /** The numbers of all of them. */
  readonly numbers: Uint32Array;
  /** Room for the numbers of those that a list has. */
  readonly listed: Uint32Array;
}
interface VisibleRetention {
  readonly retention: FileVersionRetentionRecord;
  readonly policy: RetentionPolicyRecord;
}

/** Handlers of the tag Retention. */
export const retention: Handlers<"listFileVersionRetentions"> = {
  listFileVersionRetentions(context) {
    if (!isAdmin(context)) throw context.errorResponse("forbidden");
    const { store, viewer } = context;
    const tables = [store.fileVersionRetentions, store.retentionPolicies];
    const visible = store.memo(`retentions of ${viewer.enterprise_id}`, tables, () =>
      visibleIn(store, viewer.enterprise_id),
    );
    const at = (number: number) => visible.all[number] ?? missing();
    const page = pageOf(
      context,
      listed(context, visible),
      (number) => at(number).retention.id,
      (number) => present(store, at(number)),
    );
    return { ...page, order: [{ by: "id", direction: "ASC" }] };
  },
};

/**
 * The numbers of the retentions that fulfil every filter. A list may have many thousands, and a page shall not take
 * long: numbers in room that is already there cost a quarter of a new list of records.
 */
function listed({ store, query = {} }: ListContext, visible: Visible): Uint32Array {
  const { disposition_action, disposition_after, disposition_before, file_id, file_version_id, policy_id } = query;
  const filters = [disposition_action, disposition_after, disposition_before, file_id, file_version_id, policy_id];
  const { all, dispositionsMs, numbers, listed: found } = visible;
  if (filters.every((filter) => filter === undefined)) return numbers;
  const after = disposition_after === undefined ? Number.NEGATIVE_INFINITY : Date.parse(disposition_after);
  const before = disposition_before === undefined ? Number.POSITIVE_INFINITY : Date.parse(disposition_before);
  const versions = file_id === undefined ? undefined : versionIdsOf(store, file_id);
  const fits = ({ retention, policy }: VisibleRetention) =>
    (policy_id === undefined || policy.id === policy_id) &&
    (disposition_action === undefined || policy.disposition_action === disposition_action) &&
    (file_version_id === undefined || retention.file_version_id === file_version_id) &&
    (versions === undefined || versions.has(retention.file_version_id));
  let count = 0;
  for (let number = 0; number < all.length; number += 1) {
    const dispositionMs = dispositionsMs[number] ?? Number.NaN;
    const one = dispositionMs > after && dispositionMs < before ? all[number] : undefined;
    if (one === undefined || !fits(one)) continue;
    found[count] = number;
    count += 1;
  }
  return found.subarray(0, count);
}

function visibleIn(store: Store, enterpriseId: string): Visible {
  const all: VisibleRetention[] = [];
  for (const retention of store.fileVersionRetentions.values()) {
    const policy = store.retentionPolicies.get(retention.policy_id);
    if (policy?.enterprise_id === enterpriseId) all.push({ retention, policy });
  }
  const dispositionsMs = Float64Array.from(all, ({ retention }) => Date.parse(retention.disposition_at));
  const numbers = Uint32Array.from(all.keys());
  return { all, dispositionsMs, numbers, listed: new Uint32Array(all.length) };
}

function missing(): never {
  throw new Error("There is no retention with this number");
}

function versionIdsOf(store: Store, fileId: string): ReadonlySet<string> {
  return new Set(fileById(store, fileId)?.versions.map(({ id }) => id));
}

function present(
  store: Store,
  { retention: one, policy }: VisibleRetention,
): components["schemas"]["FileVersionRetention"] {
  const [fileId = ""] = store.filesByVersion.keys(one.file_version_id);
  const file = fileById(store, fileId);
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
