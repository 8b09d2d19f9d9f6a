import type { components } from "../../../generated/types.js";
import { formatTime } from "../clock/time.js";
import { fileMini } from "../serialize/items.js";
import { userMini } from "../serialize/user.js";
import type { FileRecord, TaskAssignmentRecord, TaskRecord } from "../store/records.js";
import type { World } from "../store/store.js";
import type { Handlers } from "./context.js";
import { visibleFile } from "./find-item.js";

type Schemas = components["schemas"];

/** Handlers of the tag Tasks. */
export const tasks: Handlers<"createTask" | "getTaskAssignment"> = {
  createTask(call) {
    const { world, viewer, nowMs, refuse } = call;
    const { item, action = "review", message = "", due_at = null, completion_rule = "all_assignees" } = call.body;
    const found = visibleFile(call, item.id);
    if (found === undefined) throw refuse("not_found");
    if (!found.access.change) throw refuse("access_denied_insufficient_permissions");
    const task: TaskRecord = {
      id: world.nextId(),
      file_id: found.item.id,
      action,
      message,
      due_at,
      completion_rule,
      is_completed: false,
      created_by: viewer.id,
      created_at: formatTime(nowMs),
    };
    world.tasks.put(task);
    return presentTask(world, task, found.item);
  },

  getTaskAssignment(call) {
    const { world, refuse } = call;
    const assignment = world.taskAssignments.get(call.path.task_assignment_id);
    const task = world.tasks.get(assignment?.task_id ?? "");
    const found = task === undefined ? undefined : visibleFile(call, task.file_id);
    if (assignment === undefined || found === undefined) throw refuse("not_found");
    return presentAssignment(world, assignment, found.item);
  },
};

function presentTask(world: World, task: TaskRecord, file: FileRecord): Schemas["Task"] {
  const { file_id, created_by, ...own } = task;
  const assignments = [...world.taskAssignments.values()].filter(({ task_id }) => task_id === task.id);
  const entries = assignments.map((assignment) => presentAssignment(world, assignment, file));
  return {
    type: "task",
    ...own,
    item: fileMini(file),
    task_assignment_collection: { total_count: entries.length, entries },
    created_by: userMini(world, created_by),
  };
}

function presentAssignment(
  world: World,
  assignment: TaskAssignmentRecord,
  file: FileRecord,
): Schemas["TaskAssignment"] {
  const { task_id, assigned_to, assigned_by, ...own } = assignment;
  return {
    type: "task_assignment",
    ...own,
    item: fileMini(file),
    assigned_to: userMini(world, assigned_to),
    assigned_by: userMini(world, assigned_by),
  };
}
