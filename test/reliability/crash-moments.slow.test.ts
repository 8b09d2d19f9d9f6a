import { describe, expect } from "vitest";
import {
  lostTokensMessage,
  type StoreKind,
  sharedStores,
  startSharedTokens,
} from "../../sandbox/test/support/shared-tokens.js";
import type { Moment } from "../support/token-worker.js";

const CALLS = { rounds: 1, calls: 3 };
const served = { served: 3, failures: [] };

/** Kills a process at a moment of its refresh. */
async function killed(kind: StoreKind, moment: Moment) {
  const world = await startSharedTokens(kind);
  const victim = world.fork({ haltAt: moment });
  const others = [world.fork(), world.fork()];
  const before = await world.working();
  world.expire();
  expect(await victim.do({ rounds: 1, calls: 1 })).toEqual({ halted: moment });
  await victim.kill();
  const found = (await world.store.load()) ?? expect.fail("the store is empty");
  const reports = () => Promise.all(others.map((other) => other.do(CALLS)));
  const lock = await world.store.tryLock?.();
  await lock?.release();
  const isLocked = lock === undefined;
  await world.endLease();
  return { world, before, found, isLocked, reports };
}

describe.each(sharedStores)("a process that shares tokens in $kind and is killed", ({ kind, it }) => {
  it("before the lock: the others find the tokens unchanged, and continue", async () => {
    const { world, before, found, reports } = await killed(kind, "before the lock");
    expect(found).toEqual(before);
    expect(await reports()).toEqual([served, served]);
    expect(world.tokenStatuses).toEqual([200]);
  });

  it("with the lock: the others take it over after the lease, and continue", async () => {
    const { world, before, found, isLocked, reports } = await killed(kind, "with the lock");
    expect(found).toEqual(before);
    expect(isLocked).toBe(true);
    expect(await reports()).toEqual([served, served]);
    expect(world.tokenStatuses).toEqual([200]);
  });

  it("before the exchange: the others find the note, send the valid refresh token, and continue", async () => {
    const { world, before, found, reports } = await killed(kind, "before the exchange");
    expect(found).toEqual({ ...before, sentAtMs: expect.any(Number) });
    expect(await reports()).toEqual([served, served]);
    expect(world.tokenStatuses).toEqual([200]);
    expect(await world.working()).not.toHaveProperty("sentAtMs");
  });

  it("before the save: the others report when the token was sent and that the response is lost, until a new login", async () => {
    const { world, before, found, reports } = await killed(kind, "before the save");
    expect(world.tokenStatuses).toEqual([200]);
    expect(found).toEqual({ ...before, sentAtMs: expect.any(Number) });
    const lost = { served: 0, failures: Array(3).fill(lostTokensMessage(found)) };
    expect(await reports()).toEqual([lost, lost]);
    // Each has sent it once, and none sends it again.
    expect(await reports()).toEqual([lost, lost]);
    expect(world.tokenStatuses).toEqual([200, 400, 400]);
    await world.login();
    expect(await reports()).toEqual([served, served]);
    await world.working();
  });

  it("while saving: the others find either the old tokens or the new ones, complete", async () => {
    const { world, before, found, reports } = await killed(kind, "while saving");
    if (kind !== "a file") {
      // Redis had done the save.
      expect(found.refreshToken).not.toBe(before.refreshToken);
      expect(await reports()).toEqual([served, served]);
    } else {
      expect(found).toEqual({ ...before, sentAtMs: expect.any(Number) });
      expect(await world.unfinished()).toBe(1);
      const lost = { served: 0, failures: Array(3).fill(lostTokensMessage(found)) };
      expect(await reports()).toEqual([lost, lost]);
      await world.login();
      expect(await reports()).toEqual([served, served]);
    }
    expect(await world.unfinished()).toBe(0);
    await world.working();
  });

  it("after the save: the others find the new tokens, and continue without the lock", async () => {
    const { world, found, isLocked, reports } = await killed(kind, "after the save");
    expect(found).toEqual(await world.working());
    expect(isLocked).toBe(true);
    expect(await reports()).toEqual([served, served]);
    expect(world.tokenStatuses).toEqual([200]);
  });
});
