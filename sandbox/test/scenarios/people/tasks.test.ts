import { describe, expect } from "vitest";
import { expectBadRequest, unchecked } from "../../support/responses.js";
import { shareSandbox, test } from "../../support/start-sandbox.js";

const shared = shareSandbox();
const lease = { type: "file", id: "4001" } as const;

describe("a new task", () => {
  test("has its properties, and defaults to a review by all assignees [OP-11] [BE-15]", async ({ as, sandbox }) => {
    const defaults = { action: "review", message: "", completion_rule: "all_assignees", due_at: null };
    expect(await as("owner").createTask({ body: { item: lease } })).toMatchObject({
      type: "task",
      ...defaults,
      is_completed: false,
      task_assignment_collection: { total_count: 0, entries: [] },
      item: { type: "file", id: "4001", name: "lease.pdf", etag: "3" },
      created_by: { id: "1003" },
      created_at: "2026-11-20T08:00:00+00:00",
    });
    const due_at = "2026-12-01T10:00:00+02:00";
    const told = { action: "complete", message: "Please sign.", due_at, completion_rule: "any_assignee" } as const;
    const task = await as("owner").createTask({ body: { item: lease, ...told } });
    expect(task).toMatchObject(told);
    expect(sandbox.snapshot().tasks?.at(-1)).toMatchObject({ id: task.id, file_id: "4001", ...told });
  });

  test.for([
    ["due_at", { due_at: "tomorrow" }],
    ["due_at", { due_at: "0000-01-01T00:00:00+01:00" }],
    ["item.type", { item: { type: "folder", id: "3001" } }],
    ["assignee", { assignee: "1004" }],
  ] as const)("is rejected for an invalid %s, which the response names [ER-23]", async ([name, wrong]) => {
    await expectBadRequest(shared.as("owner").createTask({ body: unchecked({ item: lease, ...wrong }) }), name);
  });
});

test("a task assignment shows its users and its state to all who see the file [OP-12]", async () => {
  const call = { path: { task_assignment_id: "9201" } };
  const assignment = await shared.as("reviewer").getTaskAssignment(call);
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
  expect(await shared.as("admin").getTaskAssignment(call)).toEqual(assignment);
});

test("terms of service have their properties, and text unless disabled [OP-13] [BE-16] [CO-1]", async ({ as }) => {
  const create = (status: "enabled" | "disabled", text: string) =>
    as("admin").createTermsOfService({ body: { status, text } });
  // A second enabled one of a type is accepted.
  for (const text of ["Be kind.", "Be kinder."])
    expect(await create("enabled", text)).toMatchObject({
      type: "terms_of_service",
      status: "enabled",
      text,
      tos_type: "managed",
      enterprise: { type: "enterprise", id: "7001" },
      created_at: "2026-11-20T08:00:00+00:00",
    });
  expect(await create("disabled", "")).toMatchObject({ text: "" });
  await expectBadRequest(create("enabled", ""), "text");
});
