import type { operations } from "../../../generated/types.js";
import { serializeUser } from "../serialize/user.js";
import { isAdmin } from "../store/access.js";
import type { ItemRecord, UserRecord } from "../store/records.js";
import type { Store } from "../store/store.js";
import type { Table } from "../store/table.js";
import { itemsBelow } from "../store/tree.js";
import type { Handlers, SignedInContext } from "./context.js";
import { runLocked } from "./run-locked.js";

/** Handlers of the tag Users. */
export const users: Handlers<"getCurrentUser" | "deleteUser" | "addEmailAlias"> = {
  getCurrentUser: ({ viewer, query }) => serializeUser(viewer, query?.fields),

  deleteUser(context) {
    const { id } = userOf(context);
    return runLocked(context, { items: itemsToDelete(context, id) }, () => {
      userOf(context);
      itemsToDelete(context, id);
      removeUser(context.store, id);
      return undefined;
    });
  },

  addEmailAlias(context) {
    const { store, body } = context;
    const user = userOf(context);
    if (isAddressTaken(store, body.email)) throw context.errorResponse("conflict");
    const alias = { id: store.nextId(), user_id: user.id, email: body.email, is_confirmed: false };
    store.emailAliases.put(alias);
    return { type: "email_alias", id: alias.id, is_confirmed: false, email: alias.email };
  },
};

/** The user of the path, in the viewer's enterprise. Throws `forbidden` for viewers who are not admins. */
function userOf(context: SignedInContext<{ parameters: { path: { user_id: string } } }>): UserRecord {
  if (!isAdmin(context)) throw context.errorResponse("forbidden");
  const user = context.store.users.get(context.path.user_id);
  if (user?.enterprise_id !== context.viewer.enterprise_id) throw context.errorResponse("not_found");
  return user;
}

/** The items of a user. Throws `user_owns_content` for any, unless the request has `force`. */
function itemsToDelete(
  { store, query, errorResponse }: SignedInContext<operations["deleteUser"]>,
  userId: string,
): ItemRecord[] {
  const own = [...store.items.values()].filter(({ owner_id }) => owner_id === userId);
  if (own.length > 0 && query?.force !== true) throw errorResponse("user_owns_content");
  return own;
}

function isAddressTaken({ usersByLogin, emailAliases }: Store, email: string): boolean {
  const address = email.toLowerCase();
  const taken = [...emailAliases.values()].some((alias) => alias.email.toLowerCase() === address);
  return taken || usersByLogin.keys(address).size > 0;
}

/** Deletes a user, the items of the user and all references to the user. */
function removeUser(store: Store, userId: string): void {
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
