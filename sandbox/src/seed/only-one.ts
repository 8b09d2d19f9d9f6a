import { isExpired } from "../clock/time.js";
import type { ListName, RecordOf } from "../store/records.js";
import { templateName } from "../store/store.js";
import type { SeedIssue } from "./validate-seed.js";

/** Names what the service has only one of. Undefined for a record that can have others like it. */
const NAMES: { readonly [Name in ListName]?: (record: RecordOf<Name>, nowMs: number) => string | undefined } = {
  collaborations({ status, item, accessible_by: { type, id }, expires_at }, nowMs) {
    const isActive = status === "accepted" && !isExpired(expires_at, nowMs);
    return isActive ? `collaboration of ${type} ${id} on ${item.type} ${item.id}` : undefined;
  },
  legal_hold_policy_assignments: ({ policy_id, assigned_to: { type, id }, deleted_at }) =>
    deleted_at === null ? `assignment of policy ${policy_id} to ${type} ${id}` : undefined,
  metadata_instances: ({ item, ...one }) => `instance of ${templateName(one)} on ${item.type} ${item.id}`,
  task_assignments: ({ task_id, assigned_to }) => `assignment of task ${task_id} to user ${assigned_to}`,
};

/** Returns a check for the records of a list, one after the other: adds an issue for a second one of the same name. */
export function repeatCheck(list: ListName, nowMs: number, issues: SeedIssue[]): (record: object, at: string) => void {
  const known = new Set<string>();
  return (record, at) => {
    // A list holds records of its own kind.
    const name = NAMES[list]?.(record as never, nowMs);
    if (name !== undefined && known.size === known.add(name).size) issues.push({ at, message: `is a second ${name}` });
  };
}
