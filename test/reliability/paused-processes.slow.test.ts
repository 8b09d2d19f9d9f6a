import { describe, expect } from "vitest";
import { manualClock } from "../../support/manual-clock.js";
import { deferred } from "../support/deferred.js";
import { CALL, type StoreKind, served, sharedStores, startSharedTokens } from "../support/shared-tokens.js";
import { authWith, tokenService } from "../support/token-service.js";

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
  it.each([
    ["with the lock: another takes over, and the process finds the new tokens when it resumes", [200]],
    [
      "before the exchange: another takes over, and the process finds the new tokens when its own request is rejected",
      [200, 400],
    ],
  ])("%s", async (title, statuses) => {
    const { setup, sleeper, other, wake } = await stopped(
      kind,
      statuses.length > 1 ? "before the exchange" : "with the lock",
    );
    expect(await other.do(CALL), title).toEqual(served);
    const saved = await setup.working();
    expect(await wake()).toEqual(served);
    expect(await setup.store.load()).toEqual(saved);
    expect(setup.tokenStatuses).toEqual(statuses);
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

describe.each(sharedStores)("a token server that revokes all tokens on reuse, and tokens in $kind:", ({ kind, it }) => {
  it.each(["before the exchange", "while the response arrives"])(
    "with revokesOnReuse, the others wait for a process that is paused beyond its lease, and no login is lost: %s",
    async (moment) => {
      const { store, endLease } = await startSharedTokens(kind);
      const service = tokenService(3600, true);
      await store.save(service.tokens);
      // Without a key, they share nothing but the store, as two processes do.
      const [clock, otherClock] = [manualClock(), manualClock()];
      const [holder, other] = [clock, otherClock].map((each) =>
        authWith({ service, store: { ...store, key: undefined }, clock: each, revokesOnReuse: true }),
      );
      const [sent, resumed] = [deferred<void>(), deferred<void>()];
      service.tokenResponses.push(async (rotate) => {
        const response = moment === "before the exchange" ? undefined : rotate();
        sent.resolve();
        await resumed.promise;
        return response ?? rotate();
      });
      const paused = holder?.token("access-1");
      await sent.promise;
      await endLease();
      const waiting = other?.token("access-1").catch((error: unknown) => error);
      for (let second = 0; second < 10; second += 1) await otherClock.advance(1000).then(() => store.load());
      resumed.resolve();
      await expect.poll(() => clock.advance(1000).then(() => store.load())).toMatchObject({ accessToken: "access-2" });
      expect(await paused).toBe("access-2");
      await expect.poll(() => otherClock.advance(1000).then(() => Promise.race([waiting, undefined]))).toBe("access-2");
      expect(service.exchanges).toEqual(["refresh-1"]);
      expect(await holder?.token("access-2")).toBe("access-3");
    },
  );
});
