import { memoryTokenStore, type RefreshingAuthOptions, type Tokens } from "content-service-client/refreshing-auth";
import { describe, expect, it } from "vitest";
import { jumpingClock } from "../../support/manual-clock.js";
import { errorOf } from "../support/client-with.js";
import { deferred } from "../support/deferred.js";
import { status } from "../support/scripted-fetch.js";
import { authWith, tokenService } from "../support/token-service.js";

const secondMs = 1000;

/** An auth with a new token of this lifetime. */
async function renewed(expiresInS: number, options: Partial<RefreshingAuthOptions> = {}) {
  const made = authWith({ service: tokenService(expiresInS), tokens: { accessToken: undefined }, ...options });
  expect(await made.token()).toBe("access-2");
  return made;
}

/** An auth whose token of an hour ends in 50 seconds, so that it is refreshed early. */
async function nearlyExpired() {
  const made = await renewed(3600);
  await made.clock.advance(3550 * secondMs);
  return made;
}

const unavailable = status(503);

describe("a token that is about to expire", () => {
  it.each<[string, number, Partial<RefreshingAuthOptions>, number]>([
    ["one minute", 3600, {}, 60],
    ["a tenth of a life that is short", 30, {}, 3],
    ["refreshEarlyMs", 3600, { refreshEarlyMs: 5000 }, 5],
    ["nothing, where refreshEarlyMs is 0", 3600, { refreshEarlyMs: 0 }, 0],
    ["a random time", 3600, { random: () => 0.5 }, 45],
    ["half a minute at least", 3600, { random: () => 0.999 }, 30.03],
  ])("is replaced before it expires by %s, and not earlier", async (_, expiresInS, options, earlyS) => {
    const { token, clock, service } = await renewed(expiresInS, options);
    await clock.advance((expiresInS - earlyS) * secondMs - 1);
    expect(await token()).toBe("access-2");
    await clock.advance(1);
    expect(await token()).toBe("access-3");
    expect(service.exchanges).toEqual(["refresh-1", "refresh-2"]);
  });

  it("is replaced a minute early if its lifetime is unknown", async () => {
    const { token, clock } = authWith();
    const other = authWith({ tokens: { expiresAtMs: clock.now() + 100 * secondMs } });
    await other.clock.advance(40 * secondMs - 1);
    expect(await other.token()).toBe("access-1");
    await other.clock.advance(1);
    expect(await other.token()).toBe("access-2");
    await clock.advance(1e12);
    expect(await token()).toBe("access-1");
  });

  it("is used for another five seconds after a failed early refresh", async () => {
    const { token, clock, service, outcomes } = await nearlyExpired();
    service.tokenResponses.push(unavailable, unavailable);
    expect(await Promise.all([token(), token()])).toEqual(["access-2", "access-2"]);
    await clock.advance(5 * secondMs - 1);
    expect(await token()).toBe("access-2");
    expect(service.exchanges).toHaveLength(2);
    await clock.advance(1);
    expect(await token()).toBe("access-2");
    expect(service.exchanges).toHaveLength(3);
    expect(outcomes.slice(2)).toEqual(["started", "failed", "started", "failed"]);
  });

  it("has its random moment drawn once, however often the store is read", async () => {
    let draws = 0;
    // The first draw is for what the store held, the second for the token that was just fetched.
    const random = () => (draws++ < 2 ? 0 : 0.999);
    const { token, clock } = authWith({ service: tokenService(3600), tokens: { accessToken: undefined }, random });
    await token();
    await clock.advance(3540 * secondMs);
    expect(await token()).toBe("access-3");
  });

  it("is used further if the store has a later expiry by then", async () => {
    const { token, clock, store, service, outcomes } = await renewed(3600);
    const tokens = (await store.load()) ?? expect.fail("the store is empty");
    await store.save({ ...tokens, expiresAtMs: clock.now() + 7200 * secondMs });
    await clock.advance(3599 * secondMs);
    expect(await token()).toBe("access-2");
    await clock.advance(3000 * secondMs);
    expect(await token()).toBe("access-2");
    expect(service.exchanges).toEqual(["refresh-1"]);
    expect(outcomes).toEqual(["started", "renewed"]);
  });

  it("is given to other calls at once while it is refreshed", async () => {
    const { token, clock, service } = await nearlyExpired();
    const exchange = deferred();
    service.duringExchange(() => exchange.promise);
    const first = token();
    expect([await token(), await token()]).toEqual(["access-2", "access-2"]);
    await clock.advance(999);
    exchange.resolve();
    expect(await first).toBe("access-3");
    expect(await token()).toBe("access-3");
  });

  it("is used after a second, even by the call that started a hanging refresh", async () => {
    const { token, clock, service } = await nearlyExpired();
    service.tokenResponses.push(() => new Promise(() => {}));
    const startMs = clock.now();
    expect(await clock.run(token())).toBe("access-2");
    expect(clock.now() - startMs).toBe(secondMs);
    expect(await token()).toBe("access-2");
    expect(service.exchanges).toHaveLength(2);
  });

  it.each<[string, (string | undefined)[]]>([
    ["is kept for one caller even if the refresh for another, rejected caller fails", ["access-2", undefined]],
    ["is not refreshed a second time for a caller that joined a failed refresh", [undefined, "access-2"]],
  ])("%s", async (_, callers) => {
    const { token, service } = await nearlyExpired();
    service.tokenResponses.push(unavailable);
    const results = await Promise.allSettled(callers.map(token));
    const failed = { status: "rejected", reason: { code: "token_server_unavailable" } };
    const kept = { status: "fulfilled", value: "access-2" };
    expect(results).toMatchObject(callers.map((rejected) => (rejected === undefined ? kept : failed)));
    expect(service.exchanges).toHaveLength(2);
  });
});

/** An auth whose store another process has locked for good, and the times of its attempts to lock it. */
function lockedOut(options: Partial<RefreshingAuthOptions>, tokens: Partial<Tokens> = {}) {
  const triesMs: number[] = [];
  const tryLock = async () => {
    triesMs.push(made.clock.elapsedMs());
    return undefined;
  };
  const store = { ...memoryTokenStore({ refreshToken: "refresh-1", ...tokens }), tryLock };
  const made = authWith({ ...options, store });
  return { ...made, triesMs };
}

describe("the wait for a lock that another process has", () => {
  it.each([
    [0, [0, 50, 150, 350, 750]],
    [0.5, [0, 37.5, 112.5, 262.5, 562.5]],
    [0.8, [0, 30, 90, 210, 450]],
  ])("doubles each time, minus up to a half at random: %d", async (drawn, expected) => {
    const { token, clock, triesMs } = lockedOut({ random: () => drawn });
    await errorOf(clock.run(token()));
    expect(triesMs.slice(0, expected.length)).toEqual(expected.map((ms) => expect.closeTo(ms)));
  });

  it("ends after a minute, and then rejects", async () => {
    const { token, clock, triesMs, service } = lockedOut({});
    expect(await errorOf(clock.run(token()))).toMatchObject({
      code: "token_store_failed",
      message: "the token store could not be locked within 60000 ms: another refresh holds it",
    });
    // 50, 100, 200, 400, 800 ms, then a second each.
    expect([clock.elapsedMs(), triesMs.length]).toEqual([1550 + 59_000, 65]);
    expect([service.exchanges, clock.pending()]).toEqual([[], 0]);
  });
});

describe.each([-3_600_000, 3_600_000])("a system time that is set by %d ms", (jumpMs) => {
  it("neither ends nor extends the wait for a lock", async () => {
    const clock = jumpingClock();
    const call = errorOf(lockedOut({ clock, maxWaitMs: 10_000 }).token());
    await clock.advance(5000);
    clock.jump(jumpMs);
    expect(await clock.run(call)).toMatchObject({ code: "token_store_failed" });
    expect(clock.elapsedMs()).toBeGreaterThanOrEqual(10_000);
    expect(clock.elapsedMs()).toBeLessThan(11_000);
  });

  it("neither ends nor extends the pause after a failed early refresh", async () => {
    const clock = jumpingClock();
    const service = tokenService(36_000);
    const expiresAtMs = clock.now() + 7_200_000;
    const { token } = authWith({ clock, service, refreshEarlyMs: 14_400_000, tokens: { expiresAtMs } });
    service.tokenResponses.push(unavailable);
    expect(await token()).toBe("access-1");
    clock.jump(jumpMs);
    await clock.advance(4999);
    expect(await token()).toBe("access-1");
    expect(service.exchanges).toHaveLength(1);
    await clock.advance(1);
    expect(await token()).toBe("access-2");
  });
});

describe("a refresh token that another process has just sent", () => {
  /** A store with a lock, whose refresh token was sent `agoMs` ago. */
  async function sent(agoMs: number, tokens: object = {}) {
    let tries = 0;
    const kept = memoryTokenStore();
    const tryLock = async () => {
      tries += 1;
      return { save: kept.save, release: async () => {} };
    };
    const made = authWith({ store: { ...kept, tryLock } });
    await kept.save({ refreshToken: "refresh-1", sentAtMs: made.clock.now() - agoMs, ...tokens });
    return { ...made, tries: () => tries };
  }

  it.each([
    [0, 750],
    [499, 50],
    [500, 0],
    [-1, 0],
  ])("is not sent again for half a second, to spare an overloaded server: %d ms ago", async (agoMs, waitMs) => {
    const { token, clock, service, tries } = await sent(agoMs);
    expect(await clock.run(token())).toBe("access-2");
    // The delays between two loads of the store are 50, 100, 200 and 400 ms.
    expect(clock.elapsedMs()).toBe(waitMs);
    expect(tries()).toBe(1);
    expect(service.exchanges).toEqual(["refresh-1"]);
  });

  it("is not waited for while the access token is still valid", async () => {
    const expiresAtMs = Date.UTC(2026, 0, 1, 0, 0, 9);
    const { token, clock, tries } = await sent(0, { accessToken: "access-1", expiresAtMs });
    await clock.advance(100);
    expect(await token()).toBe("access-1");
    expect(clock.pending()).toBe(0);
    expect(tries()).toBe(0);
  });

  it("may time out: the error names the token server, not a lock", async () => {
    const { token, clock } = lockedOut({}, { sentAtMs: 1 });
    expect(await errorOf(clock.run(token()))).toMatchObject({
      code: "token_server_unavailable",
      message: expect.stringContaining("sent before, at 1970-01-01T00:00:00.001Z, and the response was lost"),
    });
  });
});
