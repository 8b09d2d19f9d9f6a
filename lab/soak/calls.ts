import { type Client, isApiError, isAuthError, metadataQuery, type Paginated, paginate } from "content-service-client";
import type { Creation, FileState } from "./ledger.js";
import type { Meter } from "./meter.js";
import { HOLD_POLICY, INVOICES_FOLDER, type KnownLists, RETENTION_POLICY, USER_ID } from "./plan.js";

/** A caller and its own file. */
export interface Caller {
  readonly client: Client;
  readonly meter: Meter;
  readonly lists: KnownLists;
  /** Unique. */
  readonly name: string;
  readonly fileId: string;
}

/** A random integer from `least` to `most`. */
export function between(least: number, most: number): number {
  return least + Math.floor(Math.random() * (most - least + 1));
}

const MAX_TRIES = 50;

/** Renames, locks or unlocks the caller's own file, with `If-Match`. Returns its state as the service shows it. */
export async function changeFile({ client, meter, fileId }: Caller, before: FileState): Promise<FileState> {
  const etag = String(Number(before.etag) + 1);
  const after =
    Number(etag) % 3 === 0
      ? { ...before, etag, name: `file-${fileId}-${etag}.txt` }
      : { ...before, etag, isLocked: !before.isLocked };
  const body =
    after.name === before.name ? { lock: after.isLocked ? { access: "lock" as const } : null } : { name: after.name };
  const call = { path: { file_id: fileId }, query: { fields: ["name", "etag", "lock"] as const } };
  const header = { "If-Match": before.etag };
  const ended = await meter.call("updateFile", () => client.updateFile({ ...call, header, body }));
  let seen = ended;
  // After a failed write, only the service knows the state. An update without changes reads the file.
  for (let tries = 0; "error" in seen && tries < MAX_TRIES; tries += 1)
    seen = await meter.call("updateFile", () => client.updateFile({ ...call, body: {} }));
  if ("error" in seen) {
    meter.problem(`file ${fileId} cannot be read: ${seen.error}`);
    return before;
  }
  const state = { id: fileId, name: seen.value.name, etag: seen.value.etag, isLocked: seen.value.lock != null };
  const isOne = (one: FileState) => JSON.stringify(one) === JSON.stringify(state);
  if (!isOne(after) && !("error" in ended && isOne(before)))
    meter.problem(`file ${fileId}: expected ${JSON.stringify(after)}; received ${JSON.stringify(state)}`);
  return state;
}

/** Creates a task, which needs no unique text, so a duplicated write creates a second one. */
export async function createTask({ client, meter, fileId }: Caller, name: string): Promise<void> {
  const body = { item: { type: "file" as const, id: fileId }, action: "review" as const, message: name };
  const ended = await meter.call("createTask", () => client.createTask({ body }));
  meter.measures.creations.push({ name, ...("value" in ended ? doneAs(ended.value.id) : failedWith(ended.error)) });
}

function doneAs(id: string | undefined): Omit<Creation, "name"> {
  return { outcome: "done", id };
}

/** Whether the request was not sent, or was rejected by the service before any change. */
function failedWith(error: unknown): Omit<Creation, "name"> {
  const isRejected =
    isAuthError(error) ||
    (isApiError(error) && (error.status === 429 || (error.status === 503 && error.retryAfterMs !== undefined)));
  return { outcome: isRejected ? "rejected" : "unknown", id: undefined };
}

export async function readUser({ client, meter }: Caller): Promise<void> {
  const ended = await meter.call("getCurrentUser", () => client.getCurrentUser());
  if ("value" in ended && ended.value.id !== USER_ID)
    meter.problem(`getCurrentUser: expected user ${USER_ID}; received ${ended.value.id}`);
}

interface ListRead {
  readonly operation: string;
  readonly list: Paginated<{ readonly entries: readonly { readonly id?: string }[] }>;
  readonly expected: readonly string[];
  readonly isInAnyOrder?: boolean;
}

/** Reads by marker, by offset, by a marker that may lead to the same page again, and queries with and without an order. */
function listReads({ client, lists: { retentions, assignments, invoices } }: Caller): ListRead[] {
  const limit = between(20, 100);
  const query = { policy_id: RETENTION_POLICY, limit };
  const condition = metadataQuery`amount >= ${100}`;
  const body = { from: "enterprise_7001.contract", ancestor_folder_id: INVOICES_FOLDER, limit, ...condition };
  const sorted = { ...body, order_by: [{ field_key: "amount", direction: "ASC" as const }] };
  const { listFileVersionRetentions, listLegalHoldPolicyAssignments, queryMetadata } = client;
  const ofRetentions = { operation: "listFileVersionRetentions", expected: retentions };
  return [
    { ...ofRetentions, list: paginate(listFileVersionRetentions, { query }) },
    { ...ofRetentions, list: paginate(listFileVersionRetentions, { query: { ...query, offset: 0 } }) },
    {
      operation: "listLegalHoldPolicyAssignments",
      expected: assignments,
      list: paginate(listLegalHoldPolicyAssignments, { query: { policy_id: HOLD_POLICY, limit } }),
    },
    { operation: "queryMetadata", expected: invoices, list: paginate(queryMetadata, { body: sorted }) },
    { operation: "queryMetadata", expected: invoices, list: paginate(queryMetadata, { body }), isInAnyOrder: true },
  ];
}

/** Pages through one of the lists to its end and checks that every item came once. A failed page ends the check. */
export async function readList(caller: Caller): Promise<void> {
  const { meter } = caller;
  const reads = listReads(caller);
  const { operation, list, expected, isInAnyOrder } = reads[between(0, reads.length - 1)] ?? expectRead();
  const pages = list.pages();
  let read: string[] = [];
  let before: string[] = [];
  for (;;) {
    const ended = await meter.call(operation, () => pages.next());
    if ("error" in ended) return;
    if (ended.value.done === true) break;
    const ids = ended.value.value.entries.map(({ id }) => id ?? "");
    // The client has not seen the marker of the first page before, so it cannot detect this repetition.
    if (read.length === before.length && ids[0] !== undefined && ids[0] === before[0]) {
      meter.measures.repeatedPages += 1;
      read = [];
    }
    read = [...read, ...ids];
    if (ids.length > 0) before = ids;
  }
  const inOrder = (ids: readonly string[]) => (isInAnyOrder ? ids.toSorted() : ids).join();
  if (inOrder(read) !== inOrder(expected))
    meter.problem(`${operation}: expected ${expected.length} items, each once; received ${read.length}`);
}

function expectRead(): never {
  throw new Error("a caller has no list");
}
