import { setImmediate } from "node:timers/promises";
import { type Client, createClient } from "content-service-client";
import type { Sandbox } from "content-service-sandbox";
import { describe, expect } from "vitest";
import { addLink, move, restore, update } from "../../support/requests.js";
import { apiErrorOf, expectApiError, expectDenied } from "../../support/responses.js";
import { seedWithoutHolds, seedWithTrash, storedFile } from "../../support/seeds.js";
import { openSandbox, shareSandbox, type TestSandbox, test } from "../../support/start-sandbox.js";

const shared = shareSandbox();

const archive = { path: { folder_id: "3003" } };
// The folder that it was in is gone for good.
const drafts = { path: { folder_id: "3008" } };

describe("a folder that is restored", () => {
  test("is active again, where it was, and is out of the trash [OP-10] [ST-1]", async ({ as }) => {
    const folder = await as("owner").restoreFolder(archive);
    expect(folder).toMatchObject({ type: "folder", id: "3003", name: "Archive", size: 548_074 });
    expect(folder).toMatchObject({ item_status: "active", trashed_at: null, parent: { id: "3001" } });
    expect(folder).toMatchObject({ etag: "2", sequence_id: "2", modified_by: { id: "1003" } });
  });

  test("restores its contents at any depth, and leaves what was in the trash before [OP-10] [ST-1]", async () => {
    const { as, sandbox } = await openSandbox({ seed: seedWithTrash() });
    const owner = as("owner");
    await owner.restoreFolder(archive);
    for (const file_id of ["4003", "4011"])
      expect(await update(owner, file_id)).toMatchObject({ item_status: "active" });
    const before = sandbox.snapshot().folders?.find(({ id }) => id === "3011");
    expect(before?.trashed_at).toBe("2026-11-19T08:00:00+00:00");
    expect(await restore(owner, "3011")).toMatchObject({ parent: { id: "3003" } });
  });

  test("gets a new name when the request has one [BE-14]", async ({ as }) => {
    expect(await restore(as("owner"), "3003", { name: "Old" })).toMatchObject({ name: "Old" });
  });

  test.each([
    ["where it was even when another parent is given", "3003", "3006", "3001"],
    ["to the parent that is given when its own is gone", "3008", "3006", "3006"],
    ["to the parent that is given when its own is in the trash", "3011", "0", "0"],
  ])("goes %s [BE-14]", async (_, id, given, parent) => {
    const { as } = await openSandbox({ seed: seedWithTrash() });
    expect(await restoreTo(as("owner"), id, given)).toMatchObject({ parent: { id: parent } });
  });

  test.each([
    ["none is given", {}],
    ["the given one is gone too", { parent: { id: "3999" } }],
    ["the given one is in the trash", { parent: { id: "3003" } }],
  ])("is rejected when its parent is gone and %s [BE-14]", async (_, body) => {
    const error = await expectApiError(shared.as("owner").restoreFolder({ ...drafts, body }), 404, "not_found");
    expect(error.body).toMatchObject({ context_info: { errors: [{ name: "parent.id" }] } });
  });

  test("belongs to the owner of the folder that it goes to, with all that is in it", async ({ as, sandbox }) => {
    const folder = await as("admin").restoreFolder({ ...drafts, body: { parent: { id: "3005" } } });
    expect(folder).toMatchObject({ owned_by: { id: "1001" } });
    expect(storedFile(sandbox, "4008")).toMatchObject({ owner_id: "1001" });
  });
});

describe("a folder cannot be restored", () => {
  test("into a folder that is closed to the caller, or the root folder of another user [ER-19]", async () => {
    await expectDenied(restoreTo(shared.as("owner"), "3008", "3005"));
    await expectDenied(restoreTo(shared.as("admin"), "3008", "0"));
  });
});

/** Restores the folder 3003 into the folder 3001, and stops in the middle. */
const archiveUnderWay = ({ sandbox, as }: TestSandbox) =>
  startSlow(sandbox, "restoreFolder", () => restore(as("owner"), "3003"));

const blocked = { status: 409, code: "operation_blocked_temporary" };
const restoreTo = (client: Client, folder_id: string, id = "3006") => restore(client, folder_id, { parent: { id } });
const forceDelete = (admin: Client, user_id: string) => admin.deleteUser({ path: { user_id }, query: { force: true } });

/** What a running operation blocks: a call, and the ids of the requirements. */
type Blocked = readonly [what: string, ids: string, call: (as: TestSandbox["as"]) => Promise<unknown>];

describe("while a folder is restored", () => {
  const overlapping: readonly Blocked[] = [
    ["the same folder cannot be restored again", "[ST-2]", (as) => restoreTo(as("owner"), "3003")],
    ["a folder in it cannot be restored", "[ST-2]", (as) => restoreTo(as("owner"), "3011")],
    ["another cannot be restored into its destination", "[ST-2]", (as) => restoreTo(as("owner"), "3008", "3001")],
    ["nothing moves out of its destination", "[ST-2]", (as) => move(as("owner"), "4002", "3006")],
    ["nothing moves into its destination", "[ST-2]", (as) => move(as("owner"), "4001", "3001")],
    ["its owner cannot be deleted by force", "[ST-9] [ER-37]", (as) => forceDelete(as("admin"), "1003")],
  ];

  test.each(overlapping)("%s, and nothing is changed %s", async (_what, _ids, call) => {
    const setup = await openSandbox({ seed: seedWithTrash() });
    const slow = await archiveUnderWay(setup);
    await expectBlocked(setup, call);
    expect(await slow.finish()).toMatchObject({ item_status: "active" });
  });

  test.each([
    ["the folder", "1003"],
    ["its destination", "1001"],
  ])("the owner of %s cannot be deleted by force, and others can [ST-9] [ER-37]", async (_, user_id) => {
    const setup = await openSandbox({ seed: seedWithoutHolds });
    const { as, sandbox } = setup;
    const slow = await startSlow(sandbox, "restoreFolder", () => restoreTo(as("admin"), "3008", "3005"));
    await expectBlocked(setup, () => forceDelete(as("co-admin"), user_id));
    await forceDelete(as("co-admin"), "1004");
    expect(await slow.finish()).toMatchObject({ parent: { id: "3005" }, owned_by: { id: "1001" } });
    await forceDelete(as("co-admin"), user_id);
  });

  test("unrelated items can be moved, restored and renamed [ST-2]", async () => {
    const setup = await openSandbox({ seed: seedWithTrash() });
    const slow = await archiveUnderWay(setup);
    expect(await move(setup.as("owner"), "4001", "3006")).toMatchObject({ parent: { id: "3006" } });
    expect(await restoreTo(setup.as("owner"), "3008")).toMatchObject({ parent: { id: "3006" } });
    expect(await update(setup.as("owner"), "4002", { name: "bill.pdf" })).toMatchObject({ name: "bill.pdf" });
    // It is dated from its end.
    expect(await slow.finish()).toMatchObject({ modified_at: "2026-11-20T08:00:05+00:00" });
  });

  test("the folder stays in the trash until the restore ends; then blocked calls succeed [ST-2]", async () => {
    const setup = await openSandbox({ seed: seedWithTrash() });
    const { sandbox, as } = setup;
    const slow = await archiveUnderWay(setup);
    sandbox.clock.advance(SLOW_MS - 1);
    const inside = () => update(as("owner"), "4003");
    await expectApiError(inside(), 404);
    sandbox.clock.advance(1);
    await slow.finish();
    expect(await inside()).toMatchObject({ item_status: "active" });
    expect(await restoreTo(as("owner"), "3008", "3001")).toMatchObject({ parent: { id: "3001" } });
    expect(await move(as("owner"), "4002", "3006")).toMatchObject({ parent: { id: "3006" } });
    expect(await move(as("owner"), "4001", "3001")).toMatchObject({ parent: { id: "3001" } });
  });

  test("a user may take its name, and then it stays in the trash", async ({ setup }) => {
    const slow = await archiveUnderWay(setup);
    await addLink(setup.as("owner"), "3001", { name: "Archive" });
    await expectApiError(slow.finish(), 409, "item_name_in_use");
    expect(setup.sandbox.snapshot().folders?.find(({ id }) => id === "3003")?.trashed_at).not.toBeNull();
  });

  test("a restore into a root folder blocks only its owner [ST-2]", async () => {
    const setup = await openSandbox({ seed: seedWithTrash() });
    const { sandbox, as } = setup;
    const slow = await startSlow(sandbox, "restoreFolder", () => restore(as("owner"), "3012"));
    expect(await apiErrorOf(move(as("owner"), "4002", "0"))).toMatchObject(blocked);
    const other = await restore(as("reviewer"), "3013");
    expect(other).toMatchObject({ name: "Notes", parent: { id: "0" } });
    await slow.finish();
  });
});

describe("while a file is moved", () => {
  const overlapping: readonly Blocked[] = [
    ["no folder is restored into the folder that it leaves", "[ER-21]", (as) => restore(as("owner"), "3003")],
    ["no folder is restored into its destination", "[ER-21]", (as) => restoreTo(as("owner"), "3008")],
    ["it cannot be moved elsewhere", "[ST-2]", (as) => move(as("owner"), "4002", "3002")],
    ["no other file leaves its folder", "[ST-2]", (as) => move(as("owner"), "4006", "3002")],
    ["its owner cannot be deleted by force", "[ER-37]", (as) => forceDelete(as("admin"), "1003")],
  ];

  test.each(overlapping)("%s, and nothing is changed [ST-10] %s", async (_what, _ids, call) => {
    const setup = await openSandbox({ seed: seedWithoutHolds });
    const slow = await startSlow(setup.sandbox, "updateFile", () => move(setup.as("owner"), "4002", "3006"));
    await expectBlocked(setup, call);
    expect(await slow.finish()).toMatchObject({ parent: { id: "3006" }, modified_at: "2026-11-20T08:00:05+00:00" });
    await call(setup.as);
  });

  test("it can be renamed, and then the move is checked again at its end [ST-10]", async ({ setup }) => {
    const { as, sandbox } = setup;
    const slow = await startSlow(sandbox, "updateFile", () =>
      as("owner").updateFile({
        path: { file_id: "4002" },
        header: { "If-Match": "0" },
        body: { parent: { id: "3006" } },
      }),
    );
    await update(as("owner"), "4002", { name: "bill.pdf" });
    await expectApiError(slow.finish(), 412, "precondition_failed");
    expect(storedFile(sandbox, "4002")).toMatchObject({ name: "bill.pdf", parent_id: "3001" });
  });
});

test("calls without a delay do not block each other [ST-2] [ST-10]", async ({ sandbox }) => {
  const owner = createClient({ baseUrl: sandbox.baseUrl, auth: "token-owner", fetch: sandbox.fetch, retry: false });
  const moves = Array.from({ length: 20 }, (_, index) => move(owner, String(10_001 + index), "3006"));
  const restores = [restoreTo(owner, "3008", "3001"), restore(owner, "3003")];
  const items = await Promise.all([...moves, ...restores]);
  expect(items.map(({ parent }) => parent?.id)).toEqual([...moves.map(() => "3006"), "3001", "3001"]);
});

test.each<Blocked>([
  ["restored", "[ST-9] [ER-21]", (as) => restore(as("owner"), "3003")],
  ["moved", "[ST-2]", (as) => move(as("owner"), "4002", "3006")],
])("while a user is deleted by force, nothing of the user is %s %s", async (_what, _ids, call) => {
  const setup = await openSandbox({ seed: seedWithoutHolds });
  const slow = await startSlow(setup.sandbox, "deleteUser", () => forceDelete(setup.as("admin"), "1003"));
  await expectBlocked(setup, call);
  await slow.finish();
  await expectApiError(call(setup.as), 401);
});

/** Expects a call to be blocked by another operation, and to change nothing. */
async function expectBlocked({ sandbox, as }: TestSandbox, call: (as: TestSandbox["as"]) => Promise<unknown>) {
  const before = sandbox.snapshot();
  expect(await apiErrorOf(call(as))).toMatchObject(blocked);
  expect(sandbox.snapshot()).toEqual(before);
}

/** How long a slow call takes on the clock of the sandbox. */
const SLOW_MS = 5000;

/** Starts a call that takes `SLOW_MS`, and resolves while it runs. `finish` lets it end. */
async function startSlow<Result>(sandbox: Sandbox, operation: string, call: () => Promise<Result>) {
  const { id } = sandbox.faults.add({ kind: "delay", operation, delay_ms: SLOW_MS });
  const result = call();
  let ended = false;
  const end = () => {
    ended = true;
  };
  result.then(end, end);
  // The fault leaves the list when the delay starts.
  while (sandbox.faults.list().some((fault) => fault.id === id)) {
    if (ended) throw new Error("Expected a slow call; it ended before its delay");
    await setImmediate();
  }
  return {
    finish() {
      sandbox.clock.advance(SLOW_MS);
      return result;
    },
  };
}
