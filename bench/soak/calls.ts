import {
  type Client,
  isApiError,
  isAuthError,
  metadataQuery,
  type Paginated,
  paginate,
  sharedLink,
} from "content-service-client";
import type { Asked, KnownFile } from "./ledger.js";
import type { Ended, Meter } from "./meter.js";
import {
  firstNameOf,
  HOLD_POLICY,
  INVOICES_FOLDER,
  type KnownLists,
  LINKS_FOLDER,
  RETENTION_POLICY,
  USER_ID,
} from "./soak-seed.js";

/** One of the hundred: what it calls with, and what is its own. */
interface Caller {
  readonly client: Client;
  readonly meter: Meter;
  readonly lists: KnownLists;
  /** No two callers have the same. */
  readonly name: string;
  readonly fileId: string;
}

/** Something that a caller does again and again. */
export type Deed = (caller: Caller) => Promise<void>;

/** A random whole number from `least` to `most`. */
export function between(least: number, most: number): number {
  return least + Math.floor(Math.random() * (most - least + 1));
}

/** Asks until there is an answer: after a failure, only the service knows whether a change was made. */
async function untilAnswered<Value>(
  { meter }: Caller,
  operation: string,
  ask: () => Promise<Value>,
): Promise<{ readonly value: Value } | undefined> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const ended = await meter.call(operation, ask);
    if ("value" in ended) return ended;
  }
  meter.problem(`${operation} gave no answer in ${MAX_TRIES} tries`);
  return undefined;
}

const MAX_TRIES = 50;

/** What is known of the file of a caller. */
type FileState = Omit<KnownFile, "id" | "instance">;

/** Makes the deed that renames, locks and unlocks the caller's own file, each time only if nobody else has changed it. */
export function fileChanger(fileId: string): { readonly deed: Deed; readonly state: () => FileState } {
  let state: FileState = { name: firstNameOf(fileId), etag: "0", isLocked: false };
  let changes = 0;

  const deed: Deed = async (caller) => {
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
    // Without a change, an update gives the file as it is.
    const seen =
      "value" in ended
        ? ended
        : await untilAnswered(caller, "updateFile", () => client.updateFile({ path, body: {}, query }));
    if (seen === undefined) return;
    const { name, etag, lock } = seen.value;
    state = { name, etag, isLocked: lock != null };
    const isOne = (one: FileState) => JSON.stringify(one) === JSON.stringify(state);
    if (isOne(after) || ("error" in ended && isOne(before))) return;
    meter.problem(`file ${fileId} is ${JSON.stringify(state)} after a change from ${JSON.stringify(before)}`);
  };
  return { deed, state: () => state };
}

function changed({ name, etag, isLocked }: FileState, newName: string, turn: number): FileState {
  const next = String(Number(etag) + 1);
  return turn === 0 ? { name: newName, etag: next, isLocked } : { name, etag: next, isLocked: !isLocked };
}

/** How often a caller creates something. What is created stays, so that the end can be compared; it must not be too much. */
const EVERY_MS = 2000;

/** Makes the deed that creates web links and tasks in turn, each with a name that no other has. */
export function itemCreator(): Deed {
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
  meter.ask({ kind: "web link", name, ...toldBy(ended) });
}

/** Unlike a web link, a task may have the text of another: a write that is done twice leaves two. */
async function createTask({ client, meter, fileId }: Caller, name: string): Promise<void> {
  const body = { item: { type: "file" as const, id: fileId }, action: "review" as const, message: name };
  const ended = await meter.call("createTask", () => client.createTask({ body }));
  meter.ask({ kind: "task", name, ...toldBy(ended) });
}

function toldBy(ended: Ended<{ readonly id?: string }>): Pick<Asked, "outcome" | "id"> {
  if ("value" in ended) return { outcome: "done", id: ended.value.id };
  const { error } = ended;
  // It was not sent, or the service said that it did nothing.
  const refused =
    isAuthError(error) ||
    (isApiError(error) && (error.status === 429 || (error.status === 503 && error.retryAfterMs !== undefined)));
  return { outcome: refused ? "refused" : "unknown", id: undefined };
}

/** What is known of the metadata on the file of a caller: the round in which it was made. */
type InstanceState = string | undefined;

/** Makes the deed that creates an instance on the caller's file, reads it, and deletes it. */
export function instanceKeeper(fileId: string): { readonly deed: Deed; readonly state: () => InstanceState } {
  const path = { file_id: fileId, scope: "global" as const, template_key: "properties" };
  let state: InstanceState;
  let rounds = 0;

  /** Sees whether there is an instance. It must be one of those that there can be. */
  async function look(caller: Caller, possible: readonly InstanceState[]): Promise<void> {
    const { client, meter } = caller;
    const seen = await untilAnswered(caller, "getFileMetadata", () =>
      client.getFileMetadata({ path }).then(({ round }) => String(round), absent),
    );
    if (seen === undefined) return;
    state = seen.value;
    if (!possible.includes(state))
      meter.problem(`file ${fileId} has the instance ${state}, not ${possible.join(" or ")}`);
  }

  const deed: Deed = async (caller) => {
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
  return { deed, state: () => state };
}

/** Gives nothing where the service says that there is nothing. */
function absent(error: unknown): undefined {
  if (isApiError(error) && error.status === 404) return undefined;
  throw error;
}

/** Goes through a list by marker. */
export const readByMarker: Deed = (caller) =>
  walk(caller, {
    operation: "listFileVersionRetentions",
    list: paginate(caller.client.listFileVersionRetentions, {
      query: { policy_id: RETENTION_POLICY, limit: between(20, 120) },
    }),
    expected: caller.lists.retentions,
  });

/** Goes through the same list by offset. */
export const readByOffset: Deed = (caller) =>
  walk(caller, {
    operation: "listFileVersionRetentions",
    list: paginate(caller.client.listFileVersionRetentions, {
      query: { policy_id: RETENTION_POLICY, limit: between(20, 120), offset: 0 },
    }),
    expected: caller.lists.retentions,
  });

/** Goes through a list whose markers may lead to themselves. */
export const readRepeated: Deed = (caller) =>
  walk(caller, {
    operation: "listLegalHoldPolicyAssignments",
    list: paginate(caller.client.listLegalHoldPolicyAssignments, {
      query: { policy_id: HOLD_POLICY, limit: between(20, 120) },
    }),
    expected: caller.lists.assignments,
  });

/** Goes through what a query finds, in an order that was asked for. */
export const readSorted: Deed = (caller) =>
  walk(caller, {
    operation: "queryMetadata",
    list: paginate(caller.client.queryMetadata, {
      body: { ...found(), order_by: [{ field_key: "amount", direction: "ASC" }] },
    }),
    expected: caller.lists.invoices,
  });

/** Goes through what a query finds, in whatever order the service gives it. */
export const readUnsorted: Deed = (caller) =>
  walk(caller, {
    operation: "queryMetadata",
    list: paginate(caller.client.queryMetadata, { body: found() }),
    expected: caller.lists.invoices,
    isInAnyOrder: true,
  });

function found() {
  return {
    from: "enterprise_7001.contract",
    ancestor_folder_id: INVOICES_FOLDER,
    limit: between(20, 100),
    ...metadataQuery`amount >= ${100}`,
  };
}

interface Walked {
  readonly operation: string;
  readonly list: Paginated<{ readonly entries: readonly { readonly id?: string }[] }>;
  readonly expected: readonly string[];
  readonly isInAnyOrder?: boolean;
}

/** Goes through a list to its end, and looks whether every item came once. A failure on the way is told as such. */
async function walk({ meter }: Caller, { operation, list, expected, isInAnyOrder }: Walked): Promise<void> {
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
    // The marker of a first page that leads to itself has not been seen before, so the client cannot know.
    const isRepeated = read.length === before.length && ids[0] !== undefined && ids[0] === before[0];
    if (isRepeated) {
      meter.repeatedPage();
      read = [];
    }
    read = [...read, ...ids];
    if (ids.length > 0) before = ids;
  }
  const wrong = isInAnyOrder ? differs(read.toSorted(), expected.toSorted()) : differs(read, expected);
  if (wrong)
    meter.problem(`${operation} gave ${read.length} items, not the ${expected.length} that there are, once each`);
}

function differs(read: readonly string[], expected: readonly string[]): boolean {
  return read.length !== expected.length || read.some((id, index) => id !== expected[index]);
}

/** Reads who the caller is. */
export const readUser: Deed = async ({ client, meter }) => {
  const ended = await meter.call("getCurrentUser", () => client.getCurrentUser());
  if ("value" in ended && ended.value.id !== USER_ID) meter.problem(`getCurrentUser gave user ${ended.value.id}`);
};

/** Reads what a shared link leads to. */
export const readLink: Deed = async ({ client, meter }) => {
  const header = sharedLink({ url: "https://content.example/s/register" });
  const ended = await meter.call("findSharedItem", () => client.findSharedItem({ header }));
  if ("value" in ended && ended.value?.id !== "6001") meter.problem(`findSharedItem gave item ${ended.value?.id}`);
};
