import {
  type Client,
  isApiError,
  isAuthError,
  metadataQuery,
  type Paginated,
  paginate,
  sharedLink,
} from "content-service-client";
import type { Creation, KnownFile } from "./ledger.js";
import type { Ended, Meter } from "./meter.js";
import {
  firstNameOf,
  HOLD_POLICY,
  INVOICES_FOLDER,
  type KnownLists,
  LINKS_FOLDER,
  RETENTION_POLICY,
  USER_ID,
} from "./plan.js";

/** A caller and its own file. */
interface Caller {
  readonly client: Client;
  readonly meter: Meter;
  readonly lists: KnownLists;
  /** Unique. */
  readonly name: string;
  readonly fileId: string;
}

/** A step that a caller repeats. */
export type Step = (caller: Caller) => Promise<void>;

/** A random integer from `least` to `most`. */
export function between(least: number, most: number): number {
  return least + Math.floor(Math.random() * (most - least + 1));
}

/** Retries until a call succeeds: after a failed write, only the service knows the state. */
async function untilSuccess<Value>(
  { meter }: Caller,
  operation: string,
  read: () => Promise<Value>,
): Promise<{ readonly value: Value } | undefined> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const ended = await meter.call(operation, read);
    if ("value" in ended) return ended;
  }
  meter.problem(`${operation} failed ${MAX_TRIES} times in a row`);
  return undefined;
}

const MAX_TRIES = 50;

type FileState = Omit<KnownFile, "id" | "instance">;

/** Renames, locks and unlocks the caller's own file, with `If-Match`. */
export function fileChanger(fileId: string): { readonly step: Step; readonly state: () => FileState } {
  let state: FileState = { name: firstNameOf(fileId), etag: "0", isLocked: false };
  let changes = 0;

  const step: Step = async (caller) => {
    const { client, meter } = caller;
    const path = { file_id: fileId };
    changes += 1;
    const before = state;
    const after = changed(before, `file-${fileId}-${changes}.txt`, changes % 3);
    const body =
      after.name !== before.name ? { name: after.name } : { lock: after.isLocked ? { access: "lock" as const } : null };
    const header = { "If-Match": before.etag };
    const query = { fields: ["name", "etag", "lock"] as const };
    const ended = await meter.call("updateFile", () => client.updateFile({ path, header, body, query }));
    // An update without changes reads the file.
    const seen =
      "value" in ended
        ? ended
        : await untilSuccess(caller, "updateFile", () => client.updateFile({ path, body: {}, query }));
    if (seen === undefined) return;
    const { name, etag, lock } = seen.value;
    state = { name, etag, isLocked: lock != null };
    const isOne = (one: FileState) => JSON.stringify(one) === JSON.stringify(state);
    if (isOne(after) || ("error" in ended && isOne(before))) return;
    meter.problem(`file ${fileId}: expected ${JSON.stringify(after)}; received ${JSON.stringify(state)}`);
  };
  return { step, state: () => state };
}

function changed({ name, etag, isLocked }: FileState, newName: string, turn: number): FileState {
  const next = String(Number(etag) + 1);
  return turn === 0 ? { name: newName, etag: next, isLocked } : { name, etag: next, isLocked: !isLocked };
}

/** Interval between creations of a caller. Created records stay for the comparison at the end. */
const EVERY_MS = 2000;

/** Creates web links and tasks in turn, each with a unique name. */
export function itemCreator(): Step {
  let created = 0;
  let nextMs = performance.now() + Math.random() * EVERY_MS;
  return async (caller) => {
    if (performance.now() < nextMs) return;
    nextMs = performance.now() + EVERY_MS;
    created += 1;
    const name = `${caller.name}-${created}`;
    await (created % 2 === 0 ? createTask(caller, name) : createWebLink(caller, name));
  };
}

async function createWebLink({ client, meter }: Caller, name: string): Promise<void> {
  const body = { url: "https://register.example.com", parent: { id: LINKS_FOLDER }, name };
  const ended = await meter.call("createWebLink", () => client.createWebLink({ body }));
  meter.created({ kind: "web link", name, ...outcomeOf(ended) });
}

/** Unlike web links, tasks need no unique text, so a duplicated write creates a second task. */
async function createTask({ client, meter, fileId }: Caller, name: string): Promise<void> {
  const body = { item: { type: "file" as const, id: fileId }, action: "review" as const, message: name };
  const ended = await meter.call("createTask", () => client.createTask({ body }));
  meter.created({ kind: "task", name, ...outcomeOf(ended) });
}

function outcomeOf(ended: Ended<{ readonly id?: string }>): Pick<Creation, "outcome" | "id"> {
  if ("value" in ended) return { outcome: "done", id: ended.value.id };
  const { error } = ended;
  // The request was not sent, or the service rejected it before any change.
  const rejected =
    isAuthError(error) ||
    (isApiError(error) && (error.status === 429 || (error.status === 503 && error.retryAfterMs !== undefined)));
  return { outcome: rejected ? "rejected" : "unknown", id: undefined };
}

/** The round that created the metadata instance, or undefined if there is none. */
type InstanceState = string | undefined;

/** Creates, reads and deletes a metadata instance on the caller's file. */
export function instanceKeeper(fileId: string): { readonly step: Step; readonly state: () => InstanceState } {
  const path = { file_id: fileId, scope: "global" as const, template_key: "properties" };
  let state: InstanceState;
  let rounds = 0;

  /** Reads the instance, which must be one of the possible ones. */
  async function look(caller: Caller, possible: readonly InstanceState[]): Promise<void> {
    const { client, meter } = caller;
    const seen = await untilSuccess(caller, "getFileMetadata", () =>
      client.getFileMetadata({ path }).then(({ round }) => String(round), absent),
    );
    if (seen === undefined) return;
    state = seen.value;
    if (!possible.includes(state))
      meter.problem(`file ${fileId}: expected instance ${possible.join(" or ")}; received ${state}`);
  }

  const step: Step = async (caller) => {
    const { client, meter } = caller;
    const before = state;
    let after: InstanceState;
    let ended: { readonly error: unknown } | { readonly value: unknown };
    if (before === undefined) {
      const round = String(++rounds);
      after = round;
      ended = await meter.call("createFileMetadata", () => client.createFileMetadata({ path, body: { round } }));
    } else {
      ended = await meter.call("deleteFileMetadata", () => client.deleteFileMetadata({ path }));
    }
    await look(caller, "value" in ended ? [after] : [before, after]);
  };
  return { step, state: () => state };
}

/** Turns a 404 into undefined. */
function absent(error: unknown): undefined {
  if (isApiError(error) && error.status === 404) return undefined;
  throw error;
}

/** Pages through a list by marker. */
export const readByMarker: Step = (caller) =>
  pageThrough(caller, {
    operation: "listFileVersionRetentions",
    list: paginate(caller.client.listFileVersionRetentions, {
      query: { policy_id: RETENTION_POLICY, limit: between(20, 120) },
    }),
    expected: caller.lists.retentions,
  });

/** Pages through the same list by offset. */
export const readByOffset: Step = (caller) =>
  pageThrough(caller, {
    operation: "listFileVersionRetentions",
    list: paginate(caller.client.listFileVersionRetentions, {
      query: { policy_id: RETENTION_POLICY, limit: between(20, 120), offset: 0 },
    }),
    expected: caller.lists.retentions,
  });

/** Pages through a list whose first marker may lead to the same page again. */
export const readRepeated: Step = (caller) =>
  pageThrough(caller, {
    operation: "listLegalHoldPolicyAssignments",
    list: paginate(caller.client.listLegalHoldPolicyAssignments, {
      query: { policy_id: HOLD_POLICY, limit: between(20, 120) },
    }),
    expected: caller.lists.assignments,
  });

/** Pages through the results of a query with `order_by`. */
export const readSorted: Step = (caller) =>
  pageThrough(caller, {
    operation: "queryMetadata",
    list: paginate(caller.client.queryMetadata, {
      body: { ...invoicesQuery(), order_by: [{ field_key: "amount", direction: "ASC" }] },
    }),
    expected: caller.lists.invoices,
  });

/** Pages through the results of a query in any order. */
export const readUnsorted: Step = (caller) =>
  pageThrough(caller, {
    operation: "queryMetadata",
    list: paginate(caller.client.queryMetadata, { body: invoicesQuery() }),
    expected: caller.lists.invoices,
    isInAnyOrder: true,
  });

function invoicesQuery() {
  return {
    from: "enterprise_7001.contract",
    ancestor_folder_id: INVOICES_FOLDER,
    limit: between(20, 100),
    ...metadataQuery`amount >= ${100}`,
  };
}

interface ListRead {
  readonly operation: string;
  readonly list: Paginated<{ readonly entries: readonly { readonly id?: string }[] }>;
  readonly expected: readonly string[];
  readonly isInAnyOrder?: boolean;
}

/** Pages through a list to its end and checks that every item came once. A failed page ends the check. */
async function pageThrough({ meter }: Caller, { operation, list, expected, isInAnyOrder }: ListRead): Promise<void> {
  const pages = list.pages();
  let read: string[] = [];
  let before: string[] = [];
  for (;;) {
    const ended = await meter.call(
      operation,
      () => pages.next(),
      ({ done }) => done !== true,
    );
    if ("error" in ended) return;
    if (ended.value.done === true) break;
    const ids = ended.value.value.entries.map(({ id }) => id ?? "");
    // The client has not seen the marker of the first page before, so it cannot detect this repetition.
    const isRepeated = read.length === before.length && ids[0] !== undefined && ids[0] === before[0];
    if (isRepeated) {
      meter.repeatedPage();
      read = [];
    }
    read = [...read, ...ids];
    if (ids.length > 0) before = ids;
  }
  const wrong = isInAnyOrder ? differs(read.toSorted(), expected.toSorted()) : differs(read, expected);
  if (wrong) meter.problem(`${operation}: expected ${expected.length} items, each once; received ${read.length}`);
}

function differs(read: readonly string[], expected: readonly string[]): boolean {
  return read.length !== expected.length || read.some((id, index) => id !== expected[index]);
}

export const readUser: Step = async ({ client, meter }) => {
  const ended = await meter.call("getCurrentUser", () => client.getCurrentUser());
  if ("value" in ended && ended.value.id !== USER_ID)
    meter.problem(`getCurrentUser: expected user ${USER_ID}; received ${ended.value.id}`);
};

export const readLink: Step = async ({ client, meter }) => {
  const header = sharedLink({ url: "https://content.example/s/register" });
  const ended = await meter.call("findSharedItem", () => client.findSharedItem({ header }));
  if ("value" in ended && ended.value?.id !== "6001")
    meter.problem(`findSharedItem: expected item 6001; received ${ended.value?.id}`);
};
