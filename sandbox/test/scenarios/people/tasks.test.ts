import { describe, expect } from "vitest";
import { expectBadRequest, unchecked } from "../../support/responses.js";
import { shareSandbox, test } from "../../support/start-sandbox.js";

const shared = shareSandbox();

const lease = { type: "file", id: "4001" } as const;

describe("a new task", () => {
  test("defaults to a review by all assignees, without assignees or a due date [OP-11] [BE-15]", async ({ as }) => {
    const task = await as("owner").createTask({ body: { item: lease } });
    expect(task).toMatchObject({ type: "task", action: "review", message: "", is_completed: false });
    expect(task).toMatchObject({ completion_rule: "all_assignees", due_at: null });
    expect(task.task_assignment_collection).toEqual({ total_count: 0, entries: [] });
    expect(task).toMatchObject({ item: { type: "file", id: "4001", name: "lease.pdf", etag: "3" } });
    expect(task).toMatchObject({ created_by: { id: "1003" }, created_at: "2026-11-20T08:00:00+00:00" });
  });

  test("has the requested properties [OP-11] [BE-15]", async ({ as, sandbox }) => {
    const told = {
      action: "complete",
      message: "Please sign.",
      due_at: "2026-12-01T10:00:00+02:00",
      completion_rule: "any_assignee",
    } as const;
    const task = await as("owner").createTask({ body: { item: lease, ...told } });
    expect(task).toMatchObject(told);
    expect(sandbox.snapshot().tasks?.at(-1)).toMatchObject({ id: task.id, file_id: "4001", ...told });
  });

  test.each([
    ["action", { action: "sign" }],
    ["due_at", { due_at: "tomorrow" }],
    ["item.type", { item: { type: "folder", id: "3001" } }],
    ["assignee", { assignee: "1004" }],
  ])("is rejected for an invalid %s, which the response names, and is not created [ER-23]", async (name, wrong) => {
    await expectBadRequest(shared.as("owner").createTask({ body: unchecked({ item: lease, ...wrong }) }), name);
  });
});

describe("a task assignment", () => {
  test("shows its assignee, its creator and its state to users who can see the file [OP-12]", async ({ as }) => {
    const call = { path: { task_assignment_id: "9201" } };
    const assignment = await as("reviewer").getTaskAssignment(call);
    expect(assignment).toEqual({
      type: "task_assignment",
      id: "9201",
      item: expect.objectContaining({ type: "file", id: "4001", name: "lease.pdf" }),
      assigned_to: { type: "user", id: "1004", name: "Contract Reviewer", login: "reviewer@example.com" },
      assigned_by: { type: "user", id: "1003", name: "Contract Owner", login: "owner@example.com" },
      message: "Please check the rent.",
      assigned_at: "2026-03-09T13:12:00+00:00",
      completed_at: null,
      reminded_at: null,
      resolution_state: "incomplete",
    });
    expect(await as("admin").getTaskAssignment(call)).toEqual(assignment);
  });
});

describe("terms of service", () => {
  test("an admin creates terms of service with the requested properties [OP-13] [CO-1]", async ({ as }) => {
    const terms = await as("admin").createTermsOfService({ body: { status: "enabled", text: "Be kind." } });
    expect(terms).toMatchObject({ type: "terms_of_service", status: "enabled", text: "Be kind.", tos_type: "managed" });
    expect(terms.enterprise).toEqual({ type: "enterprise", id: "7001" });
    expect(terms.created_at).toBe("2026-11-20T08:00:00+00:00");
  });

  test("terms may be without text only while they are disabled [BE-16]", async ({ as }) => {
    const admin = as("co-admin");
    expect(await admin.createTermsOfService({ body: { status: "disabled", text: "" } })).toMatchObject({ text: "" });
    await expectBadRequest(admin.createTermsOfService({ body: { status: "enabled", text: "" } }), "text");
  });
});
