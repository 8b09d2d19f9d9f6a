import { completeRecord } from "../seed/complete-record.js";
import { fileMini } from "../serialize/items.js";
import { userMini } from "../serialize/user.js";
import { checkTime, type Handlers } from "./context.js";
import { visibleFile } from "./find-item.js";

export const tasks: Handlers<"createTask" | "getTaskAssignment"> = {
  createTask(context) {
    const { store, viewer, nowMs, errorResponse } = context;
    const { item, ...body } = context.body;
    const found = visibleFile(context, item.id);
    if (found === undefined) throw errorResponse("not_found");
    if (!found.access.change) throw errorResponse("access_denied_insufficient_permissions");
    checkTime(errorResponse, "due_at", body.due_at);
    const given = { ...body, id: store.nextId(), file_id: item.id, created_by: viewer.id };
    const task = completeRecord(store, "tasks", given, nowMs);
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
    const { task_id, assigned_to, assigned_by, ...own } = assignment;
    return {
      type: "task_assignment",
      ...own,
      item: fileMini(found.item),
      assigned_to: userMini(store, assigned_to),
      assigned_by: userMini(store, assigned_by),
    };
  },
};
