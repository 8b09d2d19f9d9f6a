import { sharedLink } from "content-service-client";
import { describe, test as each, expect } from "vitest";
import { signIn, startControlledSandbox } from "../../support/control.js";
import { restore } from "../../support/requests.js";
import { expectApiError } from "../../support/responses.js";
import { openSandbox, test } from "../../support/start-sandbox.js";

const NOW = "2026-11-20T08:00:00+00:00";

describe("a trashed folder", () => {
  test("is hidden with its content, has a new etag, and can be restored", async ({ as, sandbox }) => {
    const before = sandbox.snapshot().folders?.find(({ id }) => id === "3002");
    sandbox.clock.advance(1000);
    sandbox.actions.trashFolder("3002");
    const trashed = sandbox.snapshot().folders?.find(({ id }) => id === "3002");
    const at = "2026-11-20T08:00:01+00:00";
    expect(trashed).toEqual({
      ...before,
      ...{ trashed_at: at, modified_at: at, modified_by: "1003", etag: "2", sequence_id: "2" },
    });
    const header = sharedLink({ url: "https://content.example/s/leases" });
    await expectApiError(as("owner").findSharedItem({ header }), 404);
    await expectApiError(as("owner").updateFile({ path: { file_id: "4001" }, body: {} }), 404);
    expect(await restore(as("owner"), "3002")).toMatchObject({ item_status: "active", trashed_at: null, etag: "3" });
    expect(await as("owner").findSharedItem({ header })).toMatchObject({ id: "3002" });
  });

  each.each([
    ["the restored folder", "3003"],
    ["the destination", "3001"],
    ["a folder in it", "3004"],
  ])("cannot be %s of a running restore", async (_, id) => {
    const { as, sandbox } = await openSandbox();
    sandbox.faults.add({ kind: "delay", delay_ms: 1000, operation: "restoreFolder" });
    const restoring = restore(as("owner"), "3003");
    await expect.poll(() => sandbox.faults.list()).toEqual([]);
    const status = 409;
    expect(() => sandbox.actions.trashFolder(id)).toThrow(expect.objectContaining({ name: "ControlError", status }));
    sandbox.clock.advance(1000);
    expect(await restoring).toMatchObject({ item_status: "active" });
    sandbox.actions.trashFolder(id);
  });
});

describe("a task", () => {
  each.each([
    ["all_assignees", "complete", "completed", [false, true]],
    ["all_assignees", "review", "approved", [false, true]],
    ["any_assignee", "review", "rejected", [true, true]],
  ] as const)(
    "for %s with the action %s is completed by its rule when it is %s",
    async (rule, action, state, after) => {
      const { as, sandbox } = await openSandbox();
      const body = { item: { type: "file", id: "4001" }, action, completion_rule: rule, message: "Look." } as const;
      const task = await as("owner").createTask({ body });
      const isCompleted = () => sandbox.snapshot().tasks?.find(({ id }) => id === task.id)?.is_completed;
      const assigned = ["1004", "1001"].map((user) => sandbox.actions.assignTask(task.id, user));
      expect(isCompleted()).toBe(false);
      const path = { task_assignment_id: assigned[0] ?? "" };
      expect(await as("reviewer").getTaskAssignment({ path })).toMatchObject({
        ...{ id: assigned[0], assigned_to: { id: "1004" }, assigned_by: { id: "1003" }, assigned_at: NOW },
        ...{ message: "Look.", resolution_state: "incomplete", completed_at: null },
      });
      expect(
        assigned.map((id) => {
          sandbox.clock.advance(1000);
          sandbox.actions.finishTaskAssignment(id, state);
          return isCompleted();
        }),
      ).toEqual(after);
      const finished = await as("reviewer").getTaskAssignment({ path });
      expect(finished).toMatchObject({ resolution_state: state, completed_at: "2026-11-20T08:00:01+00:00" });
    },
  );

  test("is open again for a new assignee", async ({ sandbox }) => {
    sandbox.actions.finishTaskAssignment("9202", "completed");
    sandbox.actions.assignTask("9102", "1003");
    expect(sandbox.snapshot().tasks?.find(({ id }) => id === "9102")).toMatchObject({ is_completed: false });
  });

  each.each([
    ["9201", "completed", "Expected approved or rejected for the action review; received completed."],
    ["9202", "approved", "Expected completed for the action complete; received approved."],
  ] as const)("cannot be finished as its action does not permit: %s %s", async (id, state, message) => {
    const { send, sandbox } = await startControlledSandbox();
    const before = sandbox.snapshot();
    const response = await send("POST", `/task_assignments/${id}/finish`, { resolution_state: state });
    expect(response).toEqual({ status: 400, body: { message, errors: [] } });
    expect(sandbox.snapshot()).toEqual(before);
  });
});

describe("a pending collaboration", () => {
  const body = {
    item: { type: "folder", id: "3002" },
    accessible_by: { type: "user", login: "Someone@example.org" },
    role: "editor",
  } as const;

  test("gives access to the new user of the invited address once it is accepted", async ({ setup }) => {
    const { as, sandbox } = setup;
    const { id } = await as("owner").createCollaboration({ body });
    sandbox.clock.advance(1000);
    const user = sandbox.actions.acceptCollaboration(id);
    expect(user).toEqual({ type: "user", id: expect.any(String) });
    const at = "2026-11-20T08:00:01+00:00";
    expect(sandbox.snapshot().collaborations?.find((one) => one.id === id)).toMatchObject({
      ...{ status: "accepted", accessible_by: user, invite_email: null, acknowledged_at: at, modified_at: at },
    });
    const { accessToken } = await signIn(setup, user.id);
    const invited = as("owner", { auth: accessToken });
    expect(await invited.getCurrentUser()).toMatchObject({ id: user.id, login: "Someone@example.org" });
    expect(await invited.updateFile({ path: { file_id: "4001" }, body: { name: "new.pdf" } })).toMatchObject({
      modified_by: { id: user.id },
    });
    // The new user belongs to an enterprise of its own, so another invitation finds the user.
    const other = { ...body, item: { type: "file", id: "4007" } } as const;
    expect(await as("owner").createCollaboration({ body: other })).toMatchObject({ status: "accepted" });
    sandbox.restore(sandbox.snapshot());
  });

  test("gives access to a user who got the invited address later", async ({ as, sandbox }) => {
    const { id } = await as("owner").createCollaboration({ body });
    const seed = sandbox.snapshot();
    seed.users?.push({ id: "1901", name: "Someone", login: "someone@example.org", enterprise_id: "7002" });
    sandbox.restore(seed);
    expect(sandbox.actions.acceptCollaboration(id)).toEqual({ type: "user", id: "1901" });
  });

  test("gives no access when it is rejected, and a new invitation is possible", async ({ as, sandbox }) => {
    const { id } = await as("owner").createCollaboration({ body });
    await expectApiError(as("owner").createCollaboration({ body }), 409);
    sandbox.actions.rejectCollaboration(id);
    expect(sandbox.snapshot().collaborations?.find((one) => one.id === id)).toMatchObject({ status: "rejected" });
    expect(await as("owner").createCollaboration({ body })).toMatchObject({ status: "pending" });
  });

  test("cannot be accepted after its end", async ({ as, sandbox }) => {
    const expires_at = "2026-11-20T09:00:00+00:00";
    const { id } = await as("owner").createCollaboration({ body: { ...body, expires_at } });
    sandbox.clock.advance(3_600_000);
    expect(() => sandbox.actions.acceptCollaboration(id)).toThrow(expect.objectContaining({ status: 404 }));
  });
});

describe("an action of the control API", () => {
  const pending = {
    id: "9900",
    item: { type: "folder", id: "3002" },
    accessible_by: { type: "user", id: "1005" },
    role: "viewer",
    status: "pending",
    created_by: "1003",
  } as const;
  const alias = { id: "9901", user_id: "1003", email: "new@example.com" };

  /** The path with a placeholder for the id, the id, the body, and the expected status. */
  const actions: [string, string, object | undefined, number][] = [
    ["/folders/{id}/trash", "3002", undefined, 204],
    ["/tasks/{id}/assignments", "9101", { user_id: "1005" }, 201],
    ["/task_assignments/{id}/finish", "9201", { resolution_state: "approved" }, 204],
    ["/email_aliases/{id}/confirm", "9901", undefined, 204],
    ["/collaborations/{id}/accept", "9900", undefined, 200],
    ["/collaborations/{id}/reject", "9900", undefined, 204],
  ];

  each.each(actions)("%s changes the state once, and conflicts the second time", async (path, id, body, status) => {
    const { send, sandbox } = await startControlledSandbox();
    const before = sandbox.snapshot();
    before.collaborations?.push(pending);
    before.email_aliases?.push(alias);
    sandbox.restore(before);
    const at = path.replace("{id}", id);
    expect(await send("POST", at, body)).toMatchObject({ status });
    const after = sandbox.snapshot();
    expect(after).not.toEqual(before);
    expect(await send("POST", at, body)).toEqual({
      status: 409,
      body: { message: expect.stringContaining(id), errors: [] },
    });
    expect(await send("POST", path.replace("{id}", "404404"), body)).toEqual({
      status: 404,
      body: { message: expect.stringMatching(/ not found: 404404$/), errors: [] },
    });
    expect(sandbox.snapshot()).toEqual(after);
  });

  each("is rejected for an unknown user, the root folder and a folder in the trash", async () => {
    const { send } = await startControlledSandbox();
    expect(await send("POST", "/tasks/9101/assignments", { user_id: "9" })).toMatchObject({
      status: 404,
      body: { message: "User not found: 9" },
    });
    expect((await send("POST", "/folders/0/trash")).status).toBe(404);
    expect((await send("POST", "/folders/3004/trash")).status).toBe(409);
  });
});
