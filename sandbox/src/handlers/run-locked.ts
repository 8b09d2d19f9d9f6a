import { type ItemRecord, ROOT_ID } from "../store/records.js";
import type { RunningOperation, Store } from "../store/store.js";
import { foldersAbove } from "../store/tree.js";
import type { SignedInContext } from "./context.js";

/** The items that a move, delete or restore changes, and the folders that they leave or come into. */
interface LockedPlaces {
  readonly items: readonly ItemRecord[];
  readonly folders?: readonly { readonly id: string; readonly ownerId: string }[];
}

/**
 * Makes a change at once, or after the delay of the request: the change has to check everything again. Until then, the
 * items with everything below them, and the folders, are locked. Throws `operation_blocked_temporary` if another operation
 * has locked some of it.
 */
export function runLocked<T>(
  { store, effects, errorResponse }: SignedInContext<unknown>,
  { items, folders = [] }: LockedPlaces,
  change: () => T,
): T | Promise<T> {
  const operation: RunningOperation = {
    items: new Set(items.map(({ id }) => id)),
    folders: new Set(folders.map(({ id, ownerId }) => (id === ROOT_ID ? `${ROOT_ID} of ${ownerId}` : id))),
  };
  if (isBlocked(store, operation)) throw errorResponse("operation_blocked_temporary");
  const delay = effects.work();
  if (delay === undefined) return change();
  store.running.add(operation);
  return delay.then(store.changeLog.later(change)).finally(() => store.running.delete(operation));
}

/** Whether a running operation has locked some of the places of another one. */
export function isBlocked(store: Store, operation: RunningOperation): boolean {
  return [...store.running].some((other) => overlap(store, operation, other));
}

function overlap(store: Store, one: RunningOperation, other: RunningOperation): boolean {
  const shared = [...one.folders].some((id) => other.folders.has(id));
  return shared || reachesInto(store, one, other) || reachesInto(store, other, one);
}

/** Whether a place of an operation is an item of another one, or below it. */
function reachesInto(store: Store, { items, folders }: RunningOperation, other: RunningOperation): boolean {
  return [...items, ...folders].some((id) => {
    const item = store.items.get(id);
    return item !== undefined && [item, ...foldersAbove(store, item)].some((above) => other.items.has(above.id));
  });
}
