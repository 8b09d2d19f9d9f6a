import { setImmediate } from "node:timers/promises";
import type { ClientEvent } from "content-service-client";
import type { Sandbox } from "content-service-sandbox";
import { describe, expect, test } from "vitest";
import { manualClock } from "../../../../test/support/manual-clock.js";
import { apiErrorOf } from "../../support/responses.js";
import { seedWithTrash, storedFile } from "../../support/seeds.js";
import { startSandbox, type TestSandbox } from "../../support/start-sandbox.js";

/** Restores the folder 3003 into the folder 3001, and stops in the middle. */
async function archiveUnderWay({ sandbox, as }: TestSandbox) {
  return startSlowRestore(sandbox, () => as("owner").restoreFolder({ path: { folder_id: "3003" } }));
}

describe("while a folder is restored", () => {
  const blocked = { status: 409, code: "operation_blocked_temporary" };
  const move = ({ as }: TestSandbox, file_id: string, id: string) =>
    as("owner").updateFile({ path: { file_id }, body: { parent: { id } } });
  const restore = ({ as }: TestSandbox, folder_id: string, id = "3006") =>
    as("owner").restoreFolder({ path: { folder_id }, body: { parent: { id } } });

  const overlapping: readonly [what: string, call: (world: TestSandbox) => Promise<unknown>][] = [
    ["the same folder cannot be restored again", (world) => restore(world, "3003")],
    ["a folder in it cannot be restored", (world) => restore(world, "3011")],
    ["another cannot be restored into its destination", (world) => restore(world, "3008", "3001")],
    ["nothing moves out of its destination", (world) => move(world, "4002", "3006")],
    ["nothing moves into its destination", (world) => move(world, "4001", "3001")],
  ];

  for (const [what, call] of overlapping) {
    test(`${what}, and nothing is changed [ST-2]`, async () => {
      const world = await startSandbox({ seed: seedWithTrash() });
      const slow = await archiveUnderWay(world);
      const before = world.sandbox.snapshot();
      expect(await apiErrorOf(call(world))).toMatchObject(blocked);
      expect(world.sandbox.snapshot()).toEqual(before);
      expect(await slow.finish()).toMatchObject({ item_status: "active" });
    });
  }

  test("what it does not touch can be moved, restored and renamed [ST-2]", async () => {
    const world = await startSandbox({ seed: seedWithTrash() });
    const slow = await archiveUnderWay(world);
    expect(await move(world, "4001", "3006")).toMatchObject({ parent: { id: "3006" } });
    expect(await restore(world, "3008")).toMatchObject({ parent: { id: "3006" } });
    const rename = world.as("owner").updateFile({ path: { file_id: "4002" }, body: { name: "bill.pdf" } });
    expect(await rename).toMatchObject({ name: "bill.pdf" });
    // It is dated from its end.
    expect(await slow.finish()).toMatchObject({ modified_at: "2026-11-20T08:00:05+00:00" });
  });

  test("it is still in the trash; the clock ends it, and then all that was held up works [ST-2]", async () => {
    const world = await startSandbox({ seed: seedWithTrash() });
    const { sandbox, as } = world;
    const slow = await archiveUnderWay(world);
    sandbox.clock.advance(SLOW_MS - 1);
    const inside = () => as("owner").updateFile({ path: { file_id: "4003" }, body: {} });
    expect(await apiErrorOf(inside())).toMatchObject({ status: 404 });
    sandbox.clock.advance(1);
    await slow.finish();
    expect(await inside()).toMatchObject({ item_status: "active" });
    expect(await restore(world, "3008", "3001")).toMatchObject({ parent: { id: "3001" } });
    expect(await move(world, "4002", "3006")).toMatchObject({ parent: { id: "3006" } });
    expect(await move(world, "4001", "3001")).toMatchObject({ parent: { id: "3001" } });
  });

  test("somebody may take its name, and then it stays in the trash", async () => {
    const world = await startSandbox();
    const slow = await archiveUnderWay(world);
    const link = { url: "https://archive.example.com/", name: "Archive", parent: { id: "3001" } };
    await world.as("owner").createWebLink({ body: link });
    expect(await apiErrorOf(slow.finish())).toMatchObject({ status: 409, code: "item_name_in_use" });
    expect(world.sandbox.snapshot().folders?.find(({ id }) => id === "3003")?.trashed_at).not.toBeNull();
  });

  test("into a root folder, it holds up its owner there and nobody else [ST-2]", async () => {
    const world = await startSandbox({ seed: seedWithTrash() });
    const { sandbox, as } = world;
    const slow = await startSlowRestore(sandbox, () => as("owner").restoreFolder({ path: { folder_id: "3012" } }));
    expect(await apiErrorOf(move(world, "4002", "0"))).toMatchObject(blocked);
    const other = await as("reviewer").restoreFolder({ path: { folder_id: "3013" } });
    expect(other).toMatchObject({ name: "Notes", parent: { id: "0" } });
    await slow.finish();
  });
});

test("a client that meets a restore waits by itself and then gets what it asked for [ER-21]", async () => {
  const world = await startSandbox();
  const { as } = world;
  const slow = await archiveUnderWay(world);
  const clock = manualClock();
  const events: ClientEvent[] = [];
  const { promise: waiting, resolve: waits } = withResolvers<number>();
  const patient = as("admin", {
    clock,
    retry: { random: () => 0.5 },
    onEvent(event) {
      events.push(event);
      if (event.type === "wait") waits(event.waitMs);
    },
  });
  const second = patient.restoreFolder({ path: { folder_id: "3008" }, body: { parent: { id: "3001" } } });
  const waitMs = await waiting;
  await slow.finish();
  await clock.advance(waitMs);
  expect(await second).toMatchObject({ id: "3008", item_status: "active", parent: { id: "3001" } });
  const told = events.map((event) => (event.type === "response" ? event.status : event.type));
  expect(told).toEqual(["request", 409, "wait", "retry", "request", 201]);
  expect(events.find(({ type }) => type === "wait")).toMatchObject({ reason: "409", waitMs: 125 });
});

test("a client meets a move that a restore holds up in the same way [ER-21]", async () => {
  const world = await startSandbox();
  const { sandbox, as } = world;
  const slow = await archiveUnderWay(world);
  const clock = manualClock();
  const { promise: waiting, resolve: waits } = withResolvers<number>();
  const patient = as("owner", { clock, retry: {}, onEvent: (event) => event.type === "wait" && waits(event.waitMs) });
  const moved = patient.updateFile({ path: { file_id: "4002" }, body: { parent: { id: "3006" } } });
  const waitMs = await waiting;
  expect(storedFile(sandbox, "4002")).toMatchObject({ parent_id: "3001" });
  await slow.finish();
  await clock.advance(waitMs);
  expect(await moved).toMatchObject({ parent: { id: "3006" }, etag: "1" });
});

/** How long a slow restore takes on the clock of the sandbox. */
const SLOW_MS = 5000;

/** Starts a restore that takes `SLOW_MS`, and resolves while it runs. `finish` lets it end. */
async function startSlowRestore<Folder>(sandbox: Sandbox, restore: () => Promise<Folder>) {
  const { id } = sandbox.faults.add({ kind: "delay", operation: "restoreFolder", delay_ms: SLOW_MS });
  const restored = restore();
  let ended = false;
  const end = () => {
    ended = true;
  };
  restored.then(end, end);
  // The fault leaves the list when the delay starts.
  while (sandbox.faults.list().some((fault) => fault.id === id)) {
    if (ended) throw new Error("Expected a slow restore; it ended before its delay");
    await setImmediate();
  }
  return {
    finish() {
      sandbox.clock.advance(SLOW_MS);
      return restored;
    },
  };
}

/** As `Promise.withResolvers`, which Node 20 does not have. */
function withResolvers<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((fulfil) => {
    resolve = fulfil;
  });
  return { promise, resolve };
}
