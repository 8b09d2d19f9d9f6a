import type { Chapter } from "../stage.js";

export const tasks: Chapter = {
  title: "Tasks, aliases and terms of service",
  story: "A task for a file, an earlier assignment, an email alias, and terms of service.",
  file: import.meta.url,
  async play({ as, shows }) {
    const admin = as("admin");
    const owner = as("owner");
    const reviewer = as("reviewer");
    await shows(
      () =>
        owner.createTask({
          body: { item: { type: "file", id: "4001" }, action: "review", message: "Please check the rent." },
        }),
      ({ id, action, item, completion_rule }) =>
        `task ${id}: ${action} ${item?.name}, for ${completion_rule}; nobody has it yet`,
    );
    await shows(
      () => reviewer.getTaskAssignment({ path: { task_assignment_id: "9201" } }),
      ({ assigned_to, item, resolution_state }) =>
        `${assigned_to.name} has ${item?.name} to look at: ${resolution_state}`,
    );
    await shows(
      () => admin.addEmailAlias({ path: { user_id: "1003" }, body: { email: "contracts@example.com" } }),
      ({ email, is_confirmed }) => `${email}, ${is_confirmed ? "confirmed" : "not confirmed yet"}`,
    );
    await shows(
      () => admin.createTermsOfService({ body: { status: "enabled", text: "Keep contracts confidential." } }),
      ({ id, status }) => `terms ${id} are ${status}`,
    );
  },
};
