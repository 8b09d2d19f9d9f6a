import type { Client } from "content-service-client";
import { describe, expect } from "vitest";
import { addLink, move, restore, update } from "../../support/requests.js";
import { apiErrorOf, expectApiError, expectDenied } from "../../support/responses.js";
import { seedWithoutHolds, seedWithTrash, storedFile } from "../../support/seeds.js";
import { openSandbox, shareSandbox, type TestSandbox, test } from "../../support/start-sandbox.js";

const restoreTo = (client: Client, folder_id: string, id = "3006") => restore(client, folder_id, { parent: { id } });
const forceDelete = (admin: Client, user_id: string) => admin.deleteUser({ path: { user_id }, query: { force: true } });

describe("a folder that is restored", () => {
  const shared = shareSandbox();

  test("is active where it was, with its contents at any depth [OP-10] [ST-1]", async () => {
    const { as, sandbox } = await openSandbox({ seed: seedWithTrash() });
    const owner = as("owner");
    expect(await restore(owner, "3003")).toMatchObject({
      type: "folder",
      id: "3003",
      name: "Archive",
      size: 548_074,
      item_status: "active",
      trashed_at: null,
      parent: { id: "3001" },
      etag: "2",
      sequence_id: "2",
      modified_by: { id: "1003" },
    });
    for (const file_id of ["4003", "4011"])
      expect(await update(owner, file_id)).toMatchObject({ item_status: "active" });
    // What was in the trash before stays there.
    const before = sandbox.snapshot().folders?.find(({ id }) => id === "3011");
    expect(before?.trashed_at).toBe("2026-11-19T08:00:00+00:00");
    expect(await restore(owner, "3011")).toMatchObject({ parent: { id: "3003" } });
  });

  test.for([
    ["where it was even when another parent is given", "3003", "3006", "3001"],
    ["to the parent that is given when its own is gone", "3008", "3006", "3006"],
    ["to the parent that is given when its own is in the trash", "3011", "0", "0"],
  ] as const)("goes %s, under a new name if there is one [BE-14]", async ([, id, given, parent]) => {
    const { as } = await openSandbox({ seed: seedWithTrash() });
    const restored = await restore(as("owner"), id, { name: "Old", parent: { id: given } });
    expect(restored).toMatchObject({ name: "Old", parent: { id: parent } });
  });

  test.for([
    ["none is given", {}],
    ["the given one is gone too", { parent: { id: "3999" } }],
    ["the given one is in the trash", { parent: { id: "3003" } }],
  ] as const)("needs a parent when its own is gone, and %s [BE-14]", async ([, body]) => {
    const error = await expectApiError(restore(shared.as("owner"), "3008", body), 404, "not_found");
    expect(error.body).toMatchObject({ context_info: { errors: [{ name: "parent.id" }] } });
  });

  test("has the size of its content, without the folder Archive in the trash", async ({ as, sandbox }) => {
    sandbox.actions.trashFolder("3001");
    expect(await restore(as("owner"), "3001")).toMatchObject({ size: 244_316 });
  });

  test("belongs with its contents to the owner of the folder that it goes to", async ({ as, sandbox }) => {
    expect(await restoreTo(as("admin"), "3008", "3005")).toMatchObject({ owned_by: { id: "1001" } });
    expect(storedFile(sandbox, "4008")).toMatchObject({ owner_id: "1001" });
  });

  test("cannot go into a closed folder or the root folder of another user [ER-19]", async () => {
    await expectDenied(restoreTo(shared.as("owner"), "3008", "3005"));
    await expectDenied(restoreTo(shared.as("admin"), "3008", "0"));
  });
});

type Calls = Readonly<Record<string, (as: TestSandbox["as"]) => Promise<unknown>>>;

describe("a restore that takes time", () => {
  const blocked: Calls = {
    "the same folder restored again": (as) => restoreTo(as("owner"), "3003"),
    "a folder in it restored": (as) => restoreTo(as("owner"), "3011"),
    "another folder restored into its destination": (as) => restoreTo(as("owner"), "3008", "3001"),
    "a move out of its destination": (as) => move(as("owner"), "4002", "3006"),
    "a move into its destination": (as) => move(as("owner"), "4007", "3001"),
    "its owner deleted": (as) => forceDelete(as("admin"), "1003"),
  };

  test("blocks its folder, destination and owner until it ends, and nothing else [ST-2] [ST-9] [ER-37]", async () => {
    const setup = await openSandbox({ seed: seedWithTrash() });
    const { as, sandbox } = setup;
    const slow = await startSlow(setup, "restoreFolder", () => restore(as("owner"), "3003"));
    await expectBlocked(setup, blocked);
    expect(await update(as("owner"), "4002", { name: "bill.pdf" })).toMatchObject({ name: "bill.pdf" });
    expect(await move(as("owner"), "4001", "3006")).toMatchObject({ parent: { id: "3006" } });
    sandbox.clock.advance(SLOW_MS - 1);
    await expectApiError(update(as("owner"), "4003"), 404);
    sandbox.clock.advance(1);
    // A change is dated from its end.
    expect(await slow.result).toMatchObject({ item_status: "active", modified_at: "2026-11-20T08:00:05+00:00" });
    expect(await update(as("owner"), "4003")).toMatchObject({ item_status: "active" });
    const [, , ...others] = Object.values(blocked);
    for (const call of others) await call(as);
  });

  test("blocks the deletion of the owners of its folder and of its destination [ST-9] [ER-37]", async () => {
    const setup = await openSandbox({ seed: seedWithoutHolds });
    const slow = await startSlow(setup, "restoreFolder", () => restoreTo(setup.as("admin"), "3008", "3005"));
    const deletion = (id: string) => (as: TestSandbox["as"]) => forceDelete(as("co-admin"), id);
    await expectBlocked(setup, { owner: deletion("1003"), "owner of the destination": deletion("1001") });
    await deletion("1004")(setup.as);
    expect(await slow.finish()).toMatchObject({ parent: { id: "3005" }, owned_by: { id: "1001" } });
    await deletion("1003")(setup.as);
  });

  test("fails when a user takes its name meanwhile", async ({ setup }) => {
    const slow = await startSlow(setup, "restoreFolder", () => restore(setup.as("owner"), "3003"));
    await addLink(setup.as("owner"), "3001", { name: "Archive" });
    await expectApiError(slow.finish(), 409, "item_name_in_use");
    expect(setup.sandbox.snapshot().folders?.find(({ id }) => id === "3003")?.trashed_at).not.toBeNull();
  });

  test("into a root folder blocks only its owner [ST-2]", async () => {
    const setup = await openSandbox({ seed: seedWithTrash() });
    const slow = await startSlow(setup, "restoreFolder", () => restore(setup.as("owner"), "3012"));
    await expectBlocked(setup, { "a move into it": (as) => move(as("owner"), "4002", "0") });
    expect(await restore(setup.as("reviewer"), "3013")).toMatchObject({ name: "Notes", parent: { id: "0" } });
    await slow.finish();
  });
});

describe("a move that takes time", () => {
  const blocked: Calls = {
    "a restore into the folder that it leaves": (as) => restore(as("owner"), "3003"),
    "a restore into its destination": (as) => restoreTo(as("owner"), "3008"),
    "a move elsewhere": (as) => move(as("owner"), "4002", "3002"),
    "a move of another file out of its folder": (as) => move(as("owner"), "4006", "3002"),
    "its owner deleted": (as) => forceDelete(as("admin"), "1003"),
  };

  test("blocks its file, its folders and its owner until it ends [ST-2] [ST-10] [ER-21] [ER-37]", async () => {
    const setup = await openSandbox({ seed: seedWithoutHolds });
    const slow = await startSlow(setup, "updateFile", () => move(setup.as("owner"), "4002", "3006"));
    await expectBlocked(setup, blocked);
    expect(await slow.finish()).toMatchObject({ parent: { id: "3006" }, modified_at: "2026-11-20T08:00:05+00:00" });
    for (const call of Object.values(blocked)) await call(setup.as);
  });

  test("lets the file be renamed, and is checked again at its end [ST-10]", async ({ setup }) => {
    const { as, sandbox } = setup;
    const input = { path: { file_id: "4002" }, header: { "If-Match": "0" }, body: { parent: { id: "3006" } } };
    const slow = await startSlow(setup, "updateFile", () => as("owner").updateFile(input));
    await update(as("owner"), "4002", { name: "bill.pdf" });
    await expectApiError(slow.finish(), 412, "precondition_failed");
    expect(storedFile(sandbox, "4002")).toMatchObject({ name: "bill.pdf", parent_id: "3001" });
  });
});

test("while a user is deleted by force, nothing of the user is restored or moved [ST-2] [ST-9] [ER-21]", async () => {
  const setup = await openSandbox({ seed: seedWithoutHolds });
  const slow = await startSlow(setup, "deleteUser", () => forceDelete(setup.as("admin"), "1003"));
  const restored = (as: TestSandbox["as"]) => restore(as("owner"), "3003");
  await expectBlocked(setup, { restored, moved: (as) => move(as("owner"), "4002", "3006") });
  await slow.finish();
  await expectApiError(restored(setup.as), 401);
});

test("calls without a delay do not block each other [ST-2] [ST-10]", async ({ as }) => {
  const moves = Array.from({ length: 20 }, (_, index) => move(as("owner"), String(10_001 + index), "3006"));
  const restores = [restoreTo(as("owner"), "3008", "3001"), restore(as("owner"), "3003")];
  const items = await Promise.all([...moves, ...restores]);
  expect(items.map(({ parent }) => parent?.id)).toEqual([...moves.map(() => "3006"), "3001", "3001"]);
});

/** Expects calls to be blocked by another operation, and to change nothing. */
async function expectBlocked({ sandbox, as }: TestSandbox, calls: Calls) {
  const before = sandbox.snapshot();
  for (const [what, call] of Object.entries(calls)) {
    const { status, code } = await apiErrorOf(call(as));
    expect([what, status, code]).toEqual([what, 409, "operation_blocked_temporary"]);
  }
  expect(sandbox.snapshot()).toEqual(before);
}

/** How long a slow call takes on the clock of the sandbox. */
const SLOW_MS = 5000;

/** Starts a call that takes `SLOW_MS`, and resolves while it runs. `finish` lets it end. */
async function startSlow<Result>({ sandbox }: TestSandbox, operation: string, call: () => Promise<Result>) {
  sandbox.faults.add({ kind: "delay", operation, delay_ms: SLOW_MS });
  const result = call();
  // The fault leaves the list when the delay starts.
  await expect.poll(() => sandbox.faults.list()).toEqual([]);
  return {
    result,
    finish() {
      sandbox.clock.advance(SLOW_MS);
      return result;
    },
  };
}
