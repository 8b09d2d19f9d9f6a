import { describe, expect } from "vitest";
import { type StoreKind, sharedStores, startSharedTokens } from "../support/shared-tokens.js";

const CALL = { rounds: 1, calls: 1 };
const served = { served: 1, failures: [] };

/** Stops a process at a moment of its refresh, so that its lease ends while it lives. */
async function stopped(kind: StoreKind, moment: "with the lock" | "before the exchange") {
  const setup = await startSharedTokens(kind);
  const [sleeper, other] = [setup.fork({ haltAt: moment }), setup.fork()];
  setup.expire();
  expect(await sleeper.do(CALL)).toEqual({ halted: moment });
  sleeper.pause();
  await setup.endLease();
  const wake = () => {
    sleeper.resume();
    return sleeper.do("go on");
  };
  return { setup, sleeper, other, wake };
}

/** Stops a process while the token server has its request, and lets the response come then. */
async function stoppedInFlight(kind: StoreKind) {
  const setup = await startSharedTokens(kind);
  const [sleeper, other] = [setup.fork(), setup.fork()];
  setup.expire();
  setup.sandbox.faults.add({ kind: "delay", delay_ms: 1000, operation: "refreshAccessToken" });
  const report = sleeper.do(CALL);
  // The fault is used up when the token is spent, and only the response is still to come.
  await expect.poll(() => setup.sandbox.faults.list(), { timeout: 30_000 }).toEqual([]);
  sleeper.pause();
  await setup.endLease();
  setup.sandbox.clock.advance(1000);
  return { setup, sleeper, other, report };
}

describe.each(sharedStores)("a process that shares tokens in $kind and is stopped beyond its lease", ({ kind, it }) => {
  it("with the lock: another takes over, and the process finds the new tokens when it resumes", async () => {
    const { setup, sleeper, other, wake } = await stopped(kind, "with the lock");
    expect(await other.do(CALL)).toEqual(served);
    const saved = await setup.working();
    expect(await wake()).toEqual(served);
    expect(await setup.store.load()).toEqual(saved);
    expect(setup.tokenStatuses).toEqual([200]);
    setup.expire();
    expect(await Promise.all([sleeper.do(CALL), other.do(CALL)])).toEqual([served, served]);
  });

  it("before the exchange: another takes over, and the process finds the new tokens when its own request is rejected", async () => {
    const { setup, sleeper, other, wake } = await stopped(kind, "before the exchange");
    expect(await other.do(CALL)).toEqual(served);
    const saved = await setup.working();
    expect(await wake()).toEqual(served);
    expect(await setup.store.load()).toEqual(saved);
    expect(setup.tokenStatuses).toEqual([200, 400]);
    setup.expire();
    expect(await Promise.all([sleeper.do(CALL), other.do(CALL)])).toEqual([served, served]);
  });

  it("while the response arrives: the others fail until it resumes and saves the only copy of the new tokens", async () => {
    const { setup, sleeper, other, report } = await stoppedInFlight(kind);
    expect(await other.do(CALL)).toEqual({ served: 0, failures: [expect.stringContaining("the response was lost")] });
    sleeper.resume();
    expect(await report).toEqual(served);
    await setup.working();
    expect(await other.do(CALL)).toEqual(served);
    expect(setup.tokenStatuses).toEqual([200, 400]);
    setup.expire();
    expect(await Promise.all([sleeper.do(CALL), other.do(CALL)])).toEqual([served, served]);
  });

  it("while the response arrives, with a new login meanwhile: the login stays, and both use it", async () => {
    const { setup, sleeper, other, report } = await stoppedInFlight(kind);
    expect(await other.do(CALL)).toMatchObject({ served: 0 });
    await setup.login();
    const login = await setup.working();
    expect(await other.do(CALL)).toEqual(served);
    sleeper.resume();
    expect(await report).toEqual(served);
    expect(await setup.store.load()).toEqual(login);
    expect(setup.tokenStatuses).toEqual([200, 400]);
  });
});
