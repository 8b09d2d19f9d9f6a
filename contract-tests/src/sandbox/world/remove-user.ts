import type { ItemRecord } from "./records.js";
import { itemsBelow } from "./tree.js";
import type { World } from "./world.js";

/** Removes a user with everything that the user owns, and takes the user out of everything else. */
export function removeUser(world: World, userId: string): void {
  for (const item of [...world.items.values()]) if (item.owner_id === userId) removeItem(world, item);
  for (const item of [...world.items.values()]) {
    if (item.type === "file" && item.lock?.created_by === userId) world.items.put({ ...item, lock: null });
  }
  for (const group of [...world.groups.values()]) {
    const member_ids = group.member_ids.filter((id) => id !== userId);
    if (member_ids.length < group.member_ids.length) world.groups.put({ ...group, member_ids });
  }
  removeWhere(world.collaborations, "id", ({ accessible_by: { type, id } }) => type === "user" && id === userId);
  removeWhere(world.taskAssignments, "id", ({ assigned_to }) => assigned_to === userId);
  removeWhere(
    world.legalHoldPolicyAssignments,
    "id",
    ({ assigned_to: { type, id } }) => type === "user" && id === userId,
  );
  removeWhere(world.emailAliases, "id", ({ user_id }) => user_id === userId);
  removeWhere(world.accessTokens, "token", ({ user_id }) => user_id === userId);
  removeWhere(world.refreshTokens, "token", ({ user_id }) => user_id === userId);
  world.users.remove(userId);
}

/** Removes an item, what is in it, and what belongs to them. */
function removeItem(world: World, root: ItemRecord): void {
  for (const item of [root, ...itemsBelow(world, root.id)]) {
    for (const id of [...world.instancesByItem.keys(item.id)]) world.instances.remove(id);
    for (const id of [...world.collaborationsByItem.keys(item.id)]) world.collaborations.remove(id);
    const versions = new Set(item.type === "file" ? item.versions.map(({ id }) => id) : []);
    if (item.type === "file") {
      const tasks = new Set([...world.tasks.values()].filter(({ file_id }) => file_id === item.id).map(({ id }) => id));
      removeWhere(world.taskAssignments, "id", ({ task_id }) => tasks.has(task_id));
      removeWhere(world.tasks, "id", ({ id }) => tasks.has(id));
      removeWhere(world.fileVersionRetentions, "id", ({ file_version_id }) => versions.has(file_version_id));
    }
    removeWhere(world.legalHoldPolicyAssignments, "id", ({ assigned_to: { type, id } }) =>
      type === "file_version" ? versions.has(id) : type === item.type && id === item.id,
    );
    world.items.remove(item.id);
  }
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
