import { describe, expect } from "vitest";
import { lostTokensMessage, type StoreKind, sharedStores, startSharedTokens } from "../support/shared-tokens.js";
import type { Moment } from "../support/token-worker.js";

const CALLS = { rounds: 1, calls: 3 };
const served = { served: 3, failures: [] };

async function killed(kind: StoreKind, moment: Moment) {
  const setup = await startSharedTokens(kind);
  const victim = setup.fork({ haltAt: moment });
  const others = [setup.fork(), setup.fork()];
  const before = await setup.working();
  setup.expire();
  expect(await victim.do({ rounds: 1, calls: 1 })).toEqual({ halted: moment });
  await victim.kill();
  const found = (await setup.store.load()) ?? expect.fail("the store is empty");
  const reports = () => Promise.all(others.map((other) => other.do(CALLS)));
  const lock = await setup.store.tryLock?.();
  await lock?.release();
  const isLocked = lock === undefined;
  await setup.endLease();
  return { setup, before, found, isLocked, reports };
}

describe.each(sharedStores)("a process that shares tokens in $kind and is killed", ({ kind, it }) => {
  it.each<[title: string, change: object, isHeld: boolean]>([
    ["before the lock: the others find the tokens unchanged, and continue", {}, false],
    ["with the lock: the others take it over after the lease, and continue", {}, true],
    [
      "before the exchange: the others find the note, send the valid refresh token, and continue",
      { sentAtMs: expect.any(Number) },
      true,
    ],
  ])("%s", async (title, change, isHeld) => {
    // A title begins with its moment.
    const moment = title.split(":")[0] as Moment;
    const { setup, before, found, isLocked, reports } = await killed(kind, moment);
    expect([found, isLocked]).toEqual([{ ...before, ...change }, isHeld]);
    expect(await reports()).toEqual([served, served]);
    expect(setup.tokenStatuses).toEqual([200]);
    expect(await setup.working()).not.toHaveProperty("sentAtMs");
  });

  it("before the save: the others report when the token was sent and that the response is lost, until a new login", async () => {
    const { setup, before, found, reports } = await killed(kind, "before the save");
    expect(setup.tokenStatuses).toEqual([200]);
    expect(found).toEqual({ ...before, sentAtMs: expect.any(Number) });
    const lost = { served: 0, failures: Array(3).fill(lostTokensMessage(found)) };
    expect(await reports()).toEqual([lost, lost]);
    // Each has sent it once, and none sends it again.
    expect(await reports()).toEqual([lost, lost]);
    expect(setup.tokenStatuses).toEqual([200, 400, 400]);
    await setup.login();
    expect(await reports()).toEqual([served, served]);
    await setup.working();
  });

  it("while saving: the others find either the old tokens or the new ones, complete", async () => {
    const { setup, before, found, reports } = await killed(kind, "while saving");
    if (kind !== "a file") {
      // Redis had done the save.
      expect(found.refreshToken).not.toBe(before.refreshToken);
      expect(await reports()).toEqual([served, served]);
    } else {
      expect(found).toEqual({ ...before, sentAtMs: expect.any(Number) });
      expect(await setup.unfinished()).toBe(1);
      const lost = { served: 0, failures: Array(3).fill(lostTokensMessage(found)) };
      expect(await reports()).toEqual([lost, lost]);
      await setup.login();
      expect(await reports()).toEqual([served, served]);
    }
    expect(await setup.unfinished()).toBe(0);
    await setup.working();
  });

  it("after the save: the others find the new tokens, and continue without the lock", async () => {
    const { setup, found, isLocked, reports } = await killed(kind, "after the save");
    expect(found).toEqual(await setup.working());
    expect(isLocked).toBe(true);
    expect(await reports()).toEqual([served, served]);
    expect(setup.tokenStatuses).toEqual([200]);
  });
});
