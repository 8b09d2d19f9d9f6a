import type { ItemRecord, ListName } from "./records.js";
import type { Store } from "./store.js";
import type { Table } from "./table.js";
import { itemsBelow } from "./tree.js";

/** The lists whose records nothing else refers to, except for tasks, files, folders, web links and users. */
const REMOVABLE: ReadonlySet<ListName> = new Set([
  "email_aliases",
  "collaborations",
  "allowlist_entries",
  "metadata_instances",
  "tasks",
  "task_assignments",
  "terms_of_services",
  "legal_hold_policy_assignments",
  "file_version_retentions",
  "access_tokens",
  "refresh_tokens",
]);

/**
 * Deletes a record of a list of the seed with all that refers to it. Throws a `TypeError` for a list such as enterprises,
 * whose records others need.
 */
export function removeRecord(store: Store, list: ListName, table: Pick<Table<object>, "remove">, id: string): void {
  if (list === "users") removeUser(store, id);
  else if (list === "files" || list === "folders" || list === "web_links") removeItems(store, (item) => item.id === id);
  else if (!REMOVABLE.has(list)) throw new TypeError(`The sandbox cannot remove a record of ${list}`);
  else {
    if (list === "tasks") removeWhere(store.taskAssignments, "id", ({ task_id }) => task_id === id);
    table.remove(id);
  }
}

/** Deletes a user, the items of the user and all references to the user. */
export function removeUser(store: Store, userId: string): void {
  removeItems(store, ({ owner_id }) => owner_id === userId);
  for (const item of [...store.items.values()]) {
    if (item.type === "file" && item.lock?.created_by === userId) store.items.put({ ...item, lock: null });
  }
  for (const group of [...store.groups.values()]) {
    const member_ids = group.member_ids.filter((id) => id !== userId);
    if (member_ids.length < group.member_ids.length) store.groups.put({ ...group, member_ids });
  }
  const isUser = ({ type, id }: { type: string; id: string }) => type === "user" && id === userId;
  removeWhere(store.collaborations, "id", ({ accessible_by }) => isUser(accessible_by));
  removeWhere(store.taskAssignments, "id", ({ assigned_to }) => assigned_to === userId);
  removeWhere(store.legalHoldPolicyAssignments, "id", ({ assigned_to }) => isUser(assigned_to));
  removeWhere(store.emailAliases, "id", ({ user_id }) => user_id === userId);
  removeWhere(store.accessTokens, "token", ({ user_id }) => user_id === userId);
  removeWhere(store.refreshTokens, "token", ({ user_id }) => user_id === userId);
  store.users.remove(userId);
}

/** Deletes items with their content and all records that refer to them. */
function removeItems(store: Store, isRemoved: (item: ItemRecord) => boolean): void {
  const removed = new Map<string, ItemRecord>();
  for (const item of store.items.values()) {
    if (!isRemoved(item) || removed.has(item.id)) continue;
    for (const one of [item, ...itemsBelow(store, item.id)]) removed.set(one.id, one);
  }
  const versions = new Set(
    [...removed.values()].flatMap((item) => (item.type === "file" ? item.versions.map(({ id }) => id) : [])),
  );
  const tasks = new Set([...store.tasks.values()].filter(({ file_id }) => removed.has(file_id)).map(({ id }) => id));
  removeWhere(store.instances, "id", ({ item }) => removed.has(item.id));
  removeWhere(store.collaborations, "id", ({ item }) => removed.has(item.id));
  removeWhere(store.taskAssignments, "id", ({ task_id }) => tasks.has(task_id));
  removeWhere(store.tasks, "id", ({ id }) => tasks.has(id));
  removeWhere(store.fileVersionRetentions, "id", ({ file_version_id }) => versions.has(file_version_id));
  removeWhere(store.legalHoldPolicyAssignments, "id", ({ assigned_to: { type, id } }) =>
    type === "file_version" ? versions.has(id) : type !== "user" && removed.has(id),
  );
  for (const id of removed.keys()) store.items.remove(id);
}

function removeWhere<Key extends string, Record extends { readonly [K in Key]: string }>(
  table: Table<Record>,
  key: Key,
  isRemoved: (record: Record) => boolean,
): void {
  for (const record of [...table.values()]) if (isRemoved(record)) table.remove(record[key]);
}
