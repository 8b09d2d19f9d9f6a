import type { components } from "../../../generated/types.js";
import { formatTime } from "../clock/time.js";
import { fileMini } from "../serialize/items.js";
import { userMini } from "../serialize/user.js";
import type { FileRecord, TaskAssignmentRecord, TaskRecord } from "../store/records.js";
import type { Store } from "../store/store.js";
import { checkTime, type Handlers } from "./context.js";
import { visibleFile } from "./find-item.js";

type Schemas = components["schemas"];

export const tasks: Handlers<"createTask" | "getTaskAssignment"> = {
  createTask(context) {
    const { store, viewer, nowMs, errorResponse } = context;
    const { item, action = "review", message = "", due_at = null, completion_rule = "all_assignees" } = context.body;
    const found = visibleFile(context, item.id);
    if (found === undefined) throw errorResponse("not_found");
    if (!found.access.change) throw errorResponse("access_denied_insufficient_permissions");
    checkTime(errorResponse, "due_at", due_at);
    const task: TaskRecord = {
      id: store.nextId(),
      file_id: found.item.id,
      action,
      message,
      due_at,
      completion_rule,
      is_completed: false,
      created_by: viewer.id,
      created_at: formatTime(nowMs),
    };
    store.tasks.put(task);
    const { file_id, created_by, ...own } = task;
    return {
      type: "task",
      ...own,
      item: fileMini(found.item),
      task_assignment_collection: { total_count: 0, entries: [] },
      created_by: userMini(store, created_by),
    };
  },

  getTaskAssignment(context) {
    const { store, errorResponse } = context;
    const assignment = store.task_assignments.get(context.path.task_assignment_id);
    const task = store.tasks.get(assignment?.task_id ?? "");
    const found = task === undefined ? undefined : visibleFile(context, task.file_id);
    if (assignment === undefined || found === undefined) throw errorResponse("not_found");
    return serializeAssignment(store, assignment, found.item);
  },
};

function serializeAssignment(
  store: Store,
  assignment: TaskAssignmentRecord,
  file: FileRecord,
): Schemas["TaskAssignment"] {
  const { task_id, assigned_to, assigned_by, ...own } = assignment;
  return {
    type: "task_assignment",
    ...own,
    item: fileMini(file),
    assigned_to: userMini(store, assigned_to),
    assigned_by: userMini(store, assigned_by),
  };
}
