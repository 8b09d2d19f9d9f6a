import { describe, expect } from "vitest";
import { type StoreKind, sharedStores, startSharedTokens } from "../../sandbox/test/support/shared-tokens.js";

const CALL = { rounds: 1, calls: 1 };
const served = { served: 1, failures: [] };

/** Stops a process at a moment of its refresh, so that its lease ends while it lives. */
async function stopped(kind: StoreKind, moment: "with the lock" | "before the exchange") {
  const world = await startSharedTokens(kind);
  const [sleeper, other] = [world.fork({ haltAt: moment }), world.fork()];
  world.expire();
  expect(await sleeper.do(CALL)).toEqual({ halted: moment });
  sleeper.pause();
  await world.endLease();
  const wake = () => {
    sleeper.resume();
    return sleeper.do("go on");
  };
  return { world, sleeper, other, wake };
}

/** Stops a process while the token server has its request, and lets the answer come then. */
async function stoppedInFlight(kind: StoreKind) {
  const world = await startSharedTokens(kind);
  const [sleeper, other] = [world.fork(), world.fork()];
  world.expire();
  world.sandbox.faults.add({ kind: "delay", delay_ms: 1000, operation: "refreshAccessToken" });
  const report = sleeper.do(CALL);
  // The fault is used up when the token is spent, and only the answer is still to come.
  await expect.poll(() => world.sandbox.faults.list(), { timeout: 30_000 }).toEqual([]);
  sleeper.pause();
  await world.endLease();
  world.sandbox.clock.advance(1000);
  return { world, sleeper, other, report };
}

describe.each(sharedStores)("a process that shares tokens in $kind and is stopped beyond its lease", ({ kind, it }) => {
  it("with the lock: another takes over, and the process finds the new tokens when it resumes", async () => {
    const { world, sleeper, other, wake } = await stopped(kind, "with the lock");
    expect(await other.do(CALL)).toEqual(served);
    const saved = await world.working();
    expect(await wake()).toEqual(served);
    expect(await world.store.load()).toEqual(saved);
    expect(world.tokenStatuses).toEqual([200]);
    world.expire();
    expect(await Promise.all([sleeper.do(CALL), other.do(CALL)])).toEqual([served, served]);
  });

  it("before the exchange: another takes over, and the process finds the new tokens when its own request is rejected", async () => {
    const { world, sleeper, other, wake } = await stopped(kind, "before the exchange");
    expect(await other.do(CALL)).toEqual(served);
    const saved = await world.working();
    expect(await wake()).toEqual(served);
    expect(await world.store.load()).toEqual(saved);
    expect(world.tokenStatuses).toEqual([200, 400]);
    world.expire();
    expect(await Promise.all([sleeper.do(CALL), other.do(CALL)])).toEqual([served, served]);
  });

  it("while the response arrives: the others fail until it resumes and saves the only copy of the new tokens", async () => {
    const { world, sleeper, other, report } = await stoppedInFlight(kind);
    expect(await other.do(CALL)).toEqual({ served: 0, failures: [expect.stringContaining("the response was lost")] });
    sleeper.resume();
    expect(await report).toEqual(served);
    await world.working();
    expect(await other.do(CALL)).toEqual(served);
    expect(world.tokenStatuses).toEqual([200, 400]);
    world.expire();
    expect(await Promise.all([sleeper.do(CALL), other.do(CALL)])).toEqual([served, served]);
  });

  it("while the response arrives, with a new login meanwhile: the login stays, and both use it", async () => {
    const { world, sleeper, other, report } = await stoppedInFlight(kind);
    expect(await other.do(CALL)).toMatchObject({ served: 0 });
    await world.login();
    const login = await world.working();
    expect(await other.do(CALL)).toEqual(served);
    sleeper.resume();
    expect(await report).toEqual(served);
    expect(await world.store.load()).toEqual(login);
    expect(world.tokenStatuses).toEqual([200, 400]);
  });
});
