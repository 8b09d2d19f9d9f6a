import { defaultSeed } from "content-service-sandbox";
import { describe, expect, test } from "vitest";
import { apiErrorOf, lastResponse, unchecked } from "../../support/responses.js";
import { startSandbox } from "../../support/start-sandbox.js";

const lease = { type: "file", id: "4001" } as const;

describe("a new task", () => {
  test("is assigned to nobody, is a review by all, and has no due date unless told otherwise [OP-11] [BE-15]", async () => {
    const { as } = await startSandbox();
    const task = await as("owner").createTask({ body: { item: lease } });
    expect(task).toMatchObject({ type: "task", action: "review", message: "", is_completed: false });
    expect(task).toMatchObject({ completion_rule: "all_assignees", due_at: null });
    expect(task.task_assignment_collection).toEqual({ total_count: 0, entries: [] });
    expect(task).toMatchObject({ item: { type: "file", id: "4001", name: "lease.pdf", etag: "3" } });
    expect(task).toMatchObject({ created_by: { id: "1003" }, created_at: "2026-11-20T08:00:00+00:00" });
  });

  test("is what it was told to be [OP-11] [BE-15]", async () => {
    const { as, sandbox } = await startSandbox();
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
    ["completion_rule", { completion_rule: "some_assignees" }],
    ["due_at", { due_at: "tomorrow" }],
    ["message", { message: 7 }],
    ["item.type", { item: { type: "folder", id: "3001" } }],
    ["item", { item: undefined }],
    ["assignee", { assignee: "1004" }],
  ])("is refused for a wrong %s, which the answer names, and is not made [ER-23]", async (name, wrong) => {
    const { as, sandbox } = await startSandbox();
    const before = sandbox.snapshot();
    const refusal = await apiErrorOf(as("owner").createTask({ body: unchecked({ item: lease, ...wrong }) }));
    expect(refusal).toMatchObject({ status: 400, code: "bad_request", body: { context_info: { errors: [{ name }] } } });
    expect(sandbox.snapshot()).toEqual(before);
  });

  test("is refused to whoever may only look at the file [ER-24]", async () => {
    const { as, sandbox } = await startSandbox();
    const before = sandbox.snapshot();
    const refusal = await apiErrorOf(as("reviewer").createTask({ body: { item: lease } }));
    expect(refusal).toMatchObject({ status: 403, code: "access_denied_insufficient_permissions" });
    expect(sandbox.snapshot()).toEqual(before);
  });

  test.each([
    ["is hidden", "4004"],
    ["is in the trash", "4003"],
    ["is a folder", "3001"],
  ])("looks, on a file that %s, to the byte as on one that is not there [ER-25]", async (_, id) => {
    const world = await startSandbox();
    const create = (file: string) => world.as("owner").createTask({ body: { item: { type: "file", id: file } } });
    expect(await apiErrorOf(create(id))).toMatchObject({ status: 404, code: "not_found" });
    const answer = lastResponse(world);
    await apiErrorOf(create("4999"));
    expect(lastResponse(world)).toEqual(answer);
  });
});

describe("a task assignment", () => {
  test("tells those who see the file who was asked by whom, and how it stands [OP-12]", async () => {
    const { as } = await startSandbox();
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

  test.each([
    ["on a file that is hidden", "partner", "9201"],
    ["on a file that is hidden from the one who is asked", "member", "9203"],
    ["on a file in the trash", "owner", "9204"],
  ] as const)("%s looks to the byte as if it were not there [ER-26]", async (_, person, task_assignment_id) => {
    const seed = defaultSeed();
    seed.tasks?.push({ id: "9104", file_id: "4003", created_by: "1003" });
    seed.task_assignments?.push(
      { id: "9203", task_id: "9102", assigned_to: "1005", assigned_by: "1001" },
      { id: "9204", task_id: "9104", assigned_to: "1003", assigned_by: "1001" },
    );
    const world = await startSandbox({ seed });
    const client = world.as(person);
    const refusal = await apiErrorOf(client.getTaskAssignment({ path: { task_assignment_id } }));
    expect(refusal).toMatchObject({ status: 404, code: "not_found" });
    const answer = lastResponse(world);
    await apiErrorOf(client.getTaskAssignment({ path: { task_assignment_id: "9999" } }));
    expect(lastResponse(world)).toEqual(answer);
  });
});
