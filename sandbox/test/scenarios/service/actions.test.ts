import { sharedLink } from "content-service-client";
import { describe, expect } from "vitest";
import { startControlledSandbox } from "../../support/control.js";
import { restore, update } from "../../support/requests.js";
import { expectApiError } from "../../support/responses.js";
import { test } from "../../support/start-sandbox.js";

const NOW = "2026-11-20T08:00:00+00:00";
const LATER = "2026-11-20T08:00:01+00:00";

describe("a trashed folder", () => {
  test("is hidden with its content, has a new etag, and can be restored", async ({ as, sandbox }) => {
    const stored = () => sandbox.snapshot().folders?.find(({ id }) => id === "3002");
    const before = stored();
    sandbox.clock.advance(1000);
    sandbox.actions.trashFolder("3002");
    const traces = { trashed_at: LATER, modified_at: LATER, modified_by: "1003", etag: "2", sequence_id: "2" };
    expect(stored()).toEqual({ ...before, ...traces });
    const header = sharedLink({ url: "https://content.example/s/leases" });
    await expectApiError(as("owner").findSharedItem({ header }), 404);
    await expectApiError(update(as("owner"), "4001"), 404);
    expect(await restore(as("owner"), "3002")).toMatchObject({ item_status: "active", trashed_at: null, etag: "3" });
  });

  test("leaves the shared links of its files without an address until it is restored", async ({ as, sandbox }) => {
    await update(as("owner"), "4001", { shared_link: { access: "open", vanity_name: "office-lease" } });
    const path = { legal_hold_policy_assignment_id: "8101" };
    const linkOnHold = async () => {
      const { entries } = await as("admin").listFilesOnHold({ path, query: { fields: ["shared_link"] } });
      return entries.find(({ id }) => id === "4001")?.shared_link;
    };
    const addresses = {
      url: expect.stringContaining("/s/"),
      download_url: expect.stringContaining("/d/"),
      vanity_url: expect.stringContaining("/v/office-lease"),
    };
    expect(await linkOnHold()).toMatchObject(addresses);
    sandbox.actions.trashFolder("3002");
    const none = { url: null, download_url: null, vanity_url: null };
    expect(await linkOnHold()).toMatchObject({ ...none, access: "open", vanity_name: "office-lease" });
    await restore(as("owner"), "3002");
    expect(await linkOnHold()).toMatchObject(addresses);
  });

  test("is no part of a running restore: the folder, its destination or a folder in it", async ({ as, sandbox }) => {
    sandbox.faults.add({ kind: "delay", delay_ms: 1000, operation: "restoreFolder" });
    const restoring = restore(as("owner"), "3003");
    await expect.poll(() => sandbox.faults.list()).toEqual([]);
    for (const id of ["3003", "3001", "3004"]) {
      const conflict = expect.objectContaining({ name: "ControlError", status: 409 });
      expect(() => sandbox.actions.trashFolder(id)).toThrow(conflict);
    }
    sandbox.clock.advance(1000);
    expect(await restoring).toMatchObject({ item_status: "active" });
    sandbox.actions.trashFolder("3001");
  });
});

test.for([
  ["all_assignees", "complete", "completed", [false, true]],
  ["all_assignees", "review", "approved", [false, true]],
  ["any_assignee", "review", "rejected", [true, true]],
] as const)(
  "a task for %s with the action %s is completed by its rule when it is %s",
  async ([completion_rule, action, state, after], { as, sandbox }) => {
    const body = { item: { type: "file", id: "4001" }, action, completion_rule, message: "Look." } as const;
    const task = await as("owner").createTask({ body });
    const isCompleted = () => sandbox.snapshot().tasks?.find(({ id }) => id === task.id)?.is_completed;
    const assigned = ["1004", "1001"].map((user) => sandbox.actions.assignTask(task.id, user));
    const read = () => as("reviewer").getTaskAssignment({ path: { task_assignment_id: assigned[0] ?? "" } });
    expect(await read()).toMatchObject({
      ...{ id: assigned[0], assigned_to: { id: "1004" }, assigned_by: { id: "1003" }, assigned_at: NOW },
      ...{ message: "Look.", resolution_state: "incomplete", completed_at: null },
    });
    sandbox.clock.advance(1000);
    const completed = assigned.map((id) => {
      sandbox.actions.finishTaskAssignment(id, state);
      return isCompleted();
    });
    expect(completed).toEqual(after);
    expect(await read()).toMatchObject({ resolution_state: state, completed_at: LATER });
    // It is open again for a new assignee.
    sandbox.actions.assignTask(task.id, "1005");
    expect(isCompleted()).toBe(completion_rule === "any_assignee");
    await as("admin").deleteUser({ path: { user_id: "1005" } });
    expect(isCompleted()).toBe(true);
  },
);

describe("a pending collaboration", () => {
  const accessible_by = { type: "user", login: "Someone@example.org" } as const;
  const body = { item: { type: "folder", id: "3002" }, accessible_by, role: "editor" } as const;

  test("gives access to the new user of the invited address once it is accepted", async ({ as, sandbox }) => {
    const { id } = await as("owner").createCollaboration({ body });
    sandbox.clock.advance(1000);
    const user = sandbox.actions.acceptCollaboration(id);
    expect(user).toEqual({ type: "user", id: expect.any(String) });
    expect(sandbox.snapshot().collaborations?.find((one) => one.id === id)).toMatchObject({
      status: "accepted",
      accessible_by: user,
      invite_email: null,
      acknowledged_at: LATER,
      modified_at: LATER,
    });
    const { access_token } = sandbox.actions.issueTokens(user.id);
    const invited = as("owner", { auth: access_token });
    expect(await invited.getCurrentUser()).toMatchObject({ id: user.id, login: "Someone@example.org" });
    expect(await update(invited, "4001", { name: "new.pdf" })).toMatchObject({ modified_by: { id: user.id } });
    // The new user belongs to an enterprise of its own, so another invitation finds the user.
    const other = { ...body, item: { type: "file", id: "4007" } } as const;
    expect(await as("owner").createCollaboration({ body: other })).toMatchObject({ status: "accepted" });
    sandbox.restore(sandbox.snapshot());
    sandbox.actions.revokeToken(access_token);
    await expectApiError(invited.getCurrentUser(), 401);
    const { clients, refresh_tokens, ...rest } = sandbox.snapshot();
    sandbox.restore(rest);
    for (const [userId, clientId] of [["0"], [user.id, "other-client"], [user.id]] as const)
      expect(() => sandbox.actions.issueTokens(userId, clientId)).toThrow(expect.objectContaining({ status: 404 }));
  });

  test("gives access to a user who got the invited address later", async ({ as, sandbox }) => {
    const { id } = await as("owner").createCollaboration({ body });
    const email = "someone@example.org";
    await as("admin").addEmailAlias({ path: { user_id: "1005" }, body: { email } });
    expect(() => sandbox.actions.acceptCollaboration(id)).toThrow(expect.objectContaining({ status: 409 }));
    const seed = sandbox.snapshot();
    seed.email_aliases = [];
    seed.users?.push({ id: "1901", name: "Someone", login: "someone@example.org", enterprise_id: "7002" });
    sandbox.restore(seed);
    expect(sandbox.actions.acceptCollaboration(id)).toEqual({ type: "user", id: "1901" });
  });

  test("makes room for another when it is rejected, and cannot be accepted after its end", async ({ as, sandbox }) => {
    const create = (rest = {}) => as("owner").createCollaboration({ body: { ...body, ...rest } });
    const { id } = await create();
    sandbox.actions.rejectCollaboration(id);
    expect(sandbox.snapshot().collaborations?.find((one) => one.id === id)).toMatchObject({ status: "rejected" });
    const again = await create({ expires_at: "2026-11-20T09:00:00+00:00" });
    expect(again).toMatchObject({ status: "pending" });
    sandbox.clock.advance(3_600_000);
    const missing = expect.objectContaining({ status: 404 });
    expect(() => sandbox.actions.acceptCollaboration(again.id)).toThrow(missing);
  });
});

test.for([
  ["for its item's owner", "1003"],
  ["for a user who has one on the item", "1005"],
  ["on an item in the trash", "1004"],
] as const)("a pending collaboration %s cannot be accepted", async ([, id], { as, sandbox }) => {
  const item = { type: "folder", id: "3006" } as const;
  const accessible_by = { type: "user", id } as const;
  if (id === "1005") await as("owner").createCollaboration({ body: { item, accessible_by, role: "viewer" } });
  const seed = sandbox.snapshot();
  const pending = { item, accessible_by, role: "editor", status: "pending", created_by: "1003" } as const;
  seed.collaborations?.push({ id: "9900", ...pending });
  sandbox.restore(seed);
  if (id === "1004") sandbox.actions.trashFolder("3006");
  const before = sandbox.snapshot();
  expect(() => sandbox.actions.acceptCollaboration("9900")).toThrow(expect.objectContaining({ status: 409 }));
  expect(sandbox.snapshot()).toEqual(before);
});

test("each action of the control API changes the state once, and conflicts the second time", async () => {
  const { send, sandbox } = await startControlledSandbox();
  const seed = sandbox.snapshot();
  const invited = { item: { type: "folder", id: "3002" }, accessible_by: { type: "user", id: "1005" } } as const;
  for (const id of ["9900", "9902"])
    seed.collaborations?.push({ id, ...invited, role: "viewer", status: "pending", created_by: "1003" });
  seed.email_aliases?.push({ id: "9901", user_id: "1003", email: "new@example.com" });
  sandbox.restore(seed);
  for (const [path, id, status, body] of [
    ["/tasks/{id}/assignments", "9101", 201, { user_id: "1005" }],
    ["/task_assignments/{id}/finish", "9201", 204, { resolution_state: "approved" }],
    ["/email_aliases/{id}/confirm", "9901", 204],
    ["/collaborations/{id}/accept", "9900", 200],
    ["/collaborations/{id}/reject", "9902", 204],
    ["/folders/{id}/trash", "3002", 204],
  ] as const) {
    const before = sandbox.snapshot();
    expect(await send("POST", path.replace("{id}", id), body)).toMatchObject({ status });
    const after = sandbox.snapshot();
    expect(after).not.toEqual(before);
    const rejected = (status: number, message: unknown) => ({ status, body: { message, errors: [] } });
    expect(await send("POST", path.replace("{id}", id), body)).toEqual(rejected(409, expect.stringContaining(id)));
    const missing = expect.stringMatching(/ not found: 404404$/);
    expect(await send("POST", path.replace("{id}", "404404"), body)).toEqual(rejected(404, missing));
    expect(sandbox.snapshot()).toEqual(after);
  }
  const unknown = { status: 404, body: { message: "User not found: 9" } };
  expect(await send("POST", "/tasks/9101/assignments", { user_id: "9" })).toMatchObject(unknown);
  expect((await send("POST", "/folders/0/trash")).status).toBe(404);
  expect(await send("POST", "/task_assignments/9202/finish", { resolution_state: "approved" })).toMatchObject({
    status: 400,
    body: { message: "Expected completed for the action complete; received approved." },
  });
  expect((await send("POST", "/folders/3004/trash")).status).toBe(409);
});
