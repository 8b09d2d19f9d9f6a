import type { ListName } from "../store/records.js";
import { changeStamp, listNames, recordIn, recordsIn, type Store } from "../store/store.js";
import { isCompleted } from "../store/tasks.js";
import { namesOf, referencesOf } from "./references.js";

/**
 * Removes a record and all that refers to it, such as the content of a folder. A group loses a member, a file the lock of
 * a user, and a task waits for the remaining users.
 */
export function removeRecord(store: Store, list: ListName, key: string): void {
  const found = recordIn(store, list, key);
  if (found === undefined) return;
  const removed = new Map<object, ListName>([[found, list]]);
  const gone = new Set(namesOf(list, key, found));
  for (let before = 0; before < removed.size; ) {
    before = removed.size;
    for (const other of listNames(store)) {
      for (const record of recordsIn(store, other)) {
        if (removed.has(record)) continue;
        if (!referencesOf(other, record).some(([kind, id]) => gone.has(`${kind} ${id}`))) continue;
        removed.set(record, other);
        for (const name of namesOf(other, keyIn(store, other, record), record)) gone.add(name);
      }
    }
  }
  for (const [record, other] of removed) store.lists[other].remove(keyIn(store, other, record));
  for (const one of removed.keys()) {
    // Only task assignments have a task, which can have waited for this one alone.
    const task = store.tasks.get("task_id" in one ? String(one.task_id) : "");
    if (task?.is_completed === false && isCompleted(store, task)) store.tasks.put({ ...task, is_completed: true });
  }
  for (const item of [...store.items.values()]) {
    if (item.type !== "file" || !gone.has(`user ${item.lock?.created_by}`)) continue;
    const { etag, sequence_id } = changeStamp(item, item.modified_by, 0);
    store.items.put({ ...item, lock: null, etag, sequence_id });
  }
  for (const group of [...store.groups.values()]) {
    const member_ids = group.member_ids.filter((id) => !gone.has(`user ${id}`));
    if (member_ids.length < group.member_ids.length) store.groups.put({ ...group, member_ids });
  }
}

function keyIn(store: Store, list: ListName, record: object): string {
  // The record is one of the list.
  return store.lists[list].keyOf(record as never);
}
