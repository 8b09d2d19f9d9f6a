import { presentUser } from "../serialize/user.js";
import { isAdmin } from "../store/access.js";
import type { ItemRecord, UserRecord } from "../store/records.js";
import type { World } from "../store/store.js";
import { itemsBelow } from "../store/tree.js";
import type { Handlers, SignedInCall } from "./context.js";

/** Handlers of the tag Users. */
export const users: Handlers<"getCurrentUser" | "deleteUser" | "addEmailAlias"> = {
  getCurrentUser: ({ viewer, query }) => presentUser(viewer, query?.fields),

  deleteUser(call) {
    const { world, query } = call;
    const user = userOf(call);
    const owns = [...world.items.values()].some(({ owner_id }) => owner_id === user.id);
    if (owns && query?.force !== true) throw call.refuse("user_owns_content");
    removeUser(world, user.id);
    return undefined;
  },

  addEmailAlias(call) {
    const { world, body } = call;
    const user = userOf(call);
    if (isAddressTaken(world, body.email)) throw call.refuse("conflict");
    const alias = { id: world.nextId(), user_id: user.id, email: body.email, is_confirmed: false };
    world.emailAliases.put(alias);
    return { type: "email_alias", id: alias.id, is_confirmed: false, email: alias.email };
  },
};

/** The user that the path names. Only admins and co-admins of the enterprise reach this far. */
function userOf(call: SignedInCall<{ parameters: { path: { user_id: string } } }>): UserRecord {
  if (!isAdmin(call)) throw call.refuse("forbidden");
  const user = call.world.users.get(call.path.user_id);
  if (user?.enterprise_id !== call.viewer.enterprise_id) throw call.refuse("not_found");
  return user;
}

function isAddressTaken({ usersByLogin, emailAliases }: World, email: string): boolean {
  const address = email.toLowerCase();
  const taken = [...emailAliases.values()].some((alias) => alias.email.toLowerCase() === address);
  return taken || usersByLogin.keys(address).size > 0;
}

/** Removes a user with everything that the user owns, and takes the user out of everything else. */
export function removeUser(world: World, userId: string): void {
  removeItems(world, ({ owner_id }) => owner_id === userId);
  for (const item of [...world.items.values()]) {
    if (item.type === "file" && item.lock?.created_by === userId) world.items.put({ ...item, lock: null });
  }
  for (const group of [...world.groups.values()]) {
    const member_ids = group.member_ids.filter((id) => id !== userId);
    if (member_ids.length < group.member_ids.length) world.groups.put({ ...group, member_ids });
  }
  const isUser = ({ type, id }: { type: string; id: string }) => type === "user" && id === userId;
  removeWhere(world.collaborations, "id", ({ accessible_by }) => isUser(accessible_by));
  removeWhere(world.taskAssignments, "id", ({ assigned_to }) => assigned_to === userId);
  removeWhere(world.legalHoldPolicyAssignments, "id", ({ assigned_to }) => isUser(assigned_to));
  removeWhere(world.emailAliases, "id", ({ user_id }) => user_id === userId);
  removeWhere(world.accessTokens, "token", ({ user_id }) => user_id === userId);
  removeWhere(world.refreshTokens, "token", ({ user_id }) => user_id === userId);
  world.users.remove(userId);
}

/** Removes items with what is in them and what belongs to them. Each table is walked once, however many items go. */
function removeItems(world: World, goes: (item: ItemRecord) => boolean): void {
  const going = new Map<string, ItemRecord>();
  for (const item of world.items.values()) {
    if (!goes(item) || going.has(item.id)) continue;
    for (const one of [item, ...itemsBelow(world, item.id)]) going.set(one.id, one);
  }
  const versions = new Set([...going.values()].flatMap(versionIds));
  const tasks = new Set([...world.tasks.values()].filter(({ file_id }) => going.has(file_id)).map(({ id }) => id));
  removeWhere(world.instances, "id", ({ item }) => going.has(item.id));
  removeWhere(world.collaborations, "id", ({ item }) => going.has(item.id));
  removeWhere(world.taskAssignments, "id", ({ task_id }) => tasks.has(task_id));
  removeWhere(world.tasks, "id", ({ id }) => tasks.has(id));
  removeWhere(world.fileVersionRetentions, "id", ({ file_version_id }) => versions.has(file_version_id));
  removeWhere(world.legalHoldPolicyAssignments, "id", ({ assigned_to: { type, id } }) =>
    type === "file_version" ? versions.has(id) : type !== "user" && going.has(id),
  );
  for (const id of going.keys()) world.items.remove(id);
}

function versionIds(item: ItemRecord): string[] {
  return item.type === "file" ? item.versions.map(({ id }) => id) : [];
}

interface Removable<Record> {
  values(): Iterable<Record>;
  remove(key: string): void;
}

function removeWhere<Key extends string, Record extends { readonly [K in Key]: string }>(
  table: Removable<Record>,
  key: Key,
  goes: (record: Record) => boolean,
): void {
  for (const record of [...table.values()]) if (goes(record)) table.remove(record[key]);
}
