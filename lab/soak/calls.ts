import { type Client, isApiError, isAuthError, metadataQuery, type Paginated, paginate } from "content-service-client";
import { count, type Meter } from "./measures.js";
import { HOLD_POLICY, INVOICES_FOLDER, knownLists, RETENTION_POLICY, USER_ID } from "./plan.js";

export interface Caller {
  readonly client: Client;
  readonly meter: Meter;
  readonly fileId: string;
}

/** The state of a file, as its caller knows it. */
export interface FileState {
  readonly id: string;
  readonly name: string;
  readonly etag: string;
  readonly isLocked: boolean;
}

const MAX_TRIES = 50;

/** Renames, locks or unlocks the caller's own file, with `If-Match`. Returns its state as the service shows it. */
export async function changeFile({ client, meter, fileId }: Caller, before: FileState): Promise<FileState> {
  const etag = String(Number(before.etag) + 1);
  const isRename = Number(etag) % 3 === 0;
  const after = isRename
    ? { ...before, etag, name: `file-${fileId}-${etag}.txt` }
    : { ...before, etag, isLocked: !before.isLocked };
  const lock = after.isLocked ? { access: "lock" as const } : null;
  const body = isRename ? { name: after.name } : { lock };
  const call = { path: { file_id: fileId }, query: { fields: ["name", "etag", "lock"] as const } };
  const header = { "If-Match": before.etag };
  const ended = await meter.call("updateFile", () => client.updateFile({ ...call, header, body }));
  let seen = ended;
  // After a failed write, only the service knows the state. An update without changes reads the file.
  for (let tries = 0; seen.status === "rejected" && tries < MAX_TRIES; tries += 1)
    seen = await meter.call("updateFile", () => client.updateFile({ ...call, body: {} }));
  if (seen.status === "rejected") {
    meter.problem(`file ${fileId} cannot be read: ${seen.reason}`);
    return before;
  }
  const state = { id: fileId, name: seen.value.name, etag: seen.value.etag, isLocked: seen.value.lock != null };
  const isOne = (one: FileState) => JSON.stringify(one) === JSON.stringify(state);
  if (!isOne(after) && !(ended.status === "rejected" && isOne(before)))
    meter.problem(`file ${fileId}: expected ${JSON.stringify(after)}; received ${JSON.stringify(state)}`);
  return state;
}

/** Creates a task, which needs no unique text, so a duplicated write creates a second one. */
export async function createTask({ client, meter, fileId }: Caller, name: string): Promise<void> {
  const body = { item: { type: "file" as const, id: fileId }, action: "review" as const, message: name };
  const ended = await meter.call("createTask", () => client.createTask({ body }));
  if (ended.status === "fulfilled") meter.measures.creations.push({ name, outcome: "done", id: ended.value.id });
  else {
    // The request was not sent, or was rejected by the service before any change.
    const error: unknown = ended.reason;
    const isBusy = isApiError(error) && (error.status === 429 || (error.status === 503 && !!error.retryAfterMs));
    const outcome = isAuthError(error) || isBusy ? "rejected" : "unknown";
    meter.measures.creations.push({ name, outcome, id: undefined });
  }
}

export async function readUser({ client, meter }: Caller): Promise<void> {
  const ended = await meter.call("getCurrentUser", () => client.getCurrentUser());
  if (ended.status === "fulfilled" && ended.value.id !== USER_ID)
    meter.problem(`getCurrentUser: expected user ${USER_ID}; received ${ended.value.id}`);
}

type List = Paginated<{ readonly entries: readonly { readonly id?: string }[] }>;

const known = knownLists();

/** Lists by marker, by offset, by a marker that may lead to the same page again, and queries with and without an order. */
function listsOf({ listFileVersionRetentions, listLegalHoldPolicyAssignments, queryMetadata }: Client) {
  const limit = 20 + Math.floor(80 * Math.random());
  const query = { policy_id: RETENTION_POLICY, limit };
  const byOffset = { query: { ...query, offset: 0 } };
  const from = "enterprise_7001.contract";
  const body = { from, ancestor_folder_id: INVOICES_FOLDER, limit, ...metadataQuery`amount >= ${100}` };
  const sorted = { ...body, order_by: [{ field_key: "amount", direction: "ASC" as const }] };
  const holds = { query: { policy_id: HOLD_POLICY, limit } };
  const row = (operation: string, list: List, expected: readonly string[]) => ({ operation, list, expected });
  return [
    row("listFileVersionRetentions", paginate(listFileVersionRetentions, { query }), known.retentions),
    row("listFileVersionRetentions", paginate(listFileVersionRetentions, byOffset), known.retentions),
    row("listLegalHoldPolicyAssignments", paginate(listLegalHoldPolicyAssignments, holds), known.assignments),
    row("queryMetadata", paginate(queryMetadata, { body: sorted }), known.invoices),
    { ...row("queryMetadata", paginate(queryMetadata, { body }), known.invoices), isInAnyOrder: true },
  ] as const;
}

/** Pages through one of the lists to its end and checks that every item came once. A failed page ends the check. */
export async function readList({ client, meter }: Caller): Promise<void> {
  const lists = listsOf(client);
  const [chosen = lists[0]] = lists.slice(Math.floor(Math.random() * lists.length));
  const { operation, list, expected } = chosen;
  const pages = list.pages();
  let read: string[] = [];
  let before: string[] = [];
  for (;;) {
    const ended = await meter.call(operation, () => pages.next());
    if (ended.status === "rejected") return;
    if (ended.value.done === true) break;
    const ids = ended.value.value.entries.map(({ id }) => id ?? "");
    // The client has not seen the marker of the first page before, so it cannot detect this repetition.
    if (read.length === before.length && ids[0] !== undefined && ids[0] === before[0]) {
      count(meter.measures.events, "repeated first pages");
      read = [];
    }
    read = [...read, ...ids];
    if (ids.length > 0) before = ids;
  }
  const inOrder = (ids: readonly string[]) => ("isInAnyOrder" in chosen ? ids.toSorted() : ids).join();
  if (inOrder(read) !== inOrder(expected))
    meter.problem(`${operation}: expected ${expected.length} items, each once; received ${read.length}`);
}
