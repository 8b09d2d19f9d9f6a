import type { TaskAssignmentRecord, TaskRecord } from "./records.js";
import type { Store } from "./store.js";

/** How an assignment can end, by the action of its task. */
export const RESULTS = { complete: ["completed"], review: ["approved", "rejected"] } as const;

export function assignmentsOf({ task_assignments }: Store, taskId: string): TaskAssignmentRecord[] {
  return [...task_assignments.values()].filter(({ task_id }) => task_id === taskId);
}

/** Whether the assignments of a task, one at least, meet its `completion_rule`. */
export function isCompleted(store: Store, { id, completion_rule }: TaskRecord): boolean {
  const finished = assignmentsOf(store, id).map(({ resolution_state }) => resolution_state !== "incomplete");
  return finished.includes(true) && (completion_rule === "any_assignee" || !finished.includes(false));
}
