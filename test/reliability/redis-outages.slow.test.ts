import { describe, expect } from "vitest";
import { type RedisServer, redisTest } from "../support/redis-server.js";
import { CALL, served, startSharedTokens } from "../support/shared-tokens.js";
import type { Moment } from "../support/token-worker.js";

const it = redisTest("outages of Redis");
/** How long a process waits for Redis before it says so. */
const maxWaitMs = 1500;

const outages: [name: string, begin: (redis: RedisServer) => unknown, end: (redis: RedisServer) => unknown][] = [
  ["killed, and started again", (redis) => redis.kill(), (redis) => redis.start()],
  ["stopped, and goes on", (redis) => redis.pause(), (redis) => redis.resume()],
];

const failed = (problem: string) => ({
  served: 0,
  failures: [expect.stringContaining(`token_store_failed: the token store could not be ${problem} (`)],
});

/** A process that halts in its refresh, one that has a token which works, and one that has none. */
async function processes(haltAt: Moment) {
  const setup = await startSharedTokens("Redis");
  const redis = setup.redis ?? expect.fail("no Redis");
  const refreshing = setup.fork({ haltAt, maxWaitMs });
  const [calm, late] = [setup.fork({ maxWaitMs }), setup.fork({ maxWaitMs })];
  expect(await calm.do(CALL)).toEqual(served);
  const { refreshToken } = await setup.working();
  await setup.store.save({ refreshToken });
  expect(await refreshing.do(CALL)).toEqual({ halted: haltAt });
  return { setup, redis, refreshing, calm, late };
}

describe.each(outages)("a Redis that is %s while a process refreshes,", (_, begin, end) => {
  it("between exchange and save: the new tokens stay in memory, and are saved once it is back", async () => {
    const { setup, redis, refreshing, calm, late } = await processes("before the save");
    await begin(redis);
    // The store is read before a save: a login that came meanwhile must not be overwritten.
    const kept = failed("read: the new tokens are kept in memory, and saved with the next call");
    expect(await refreshing.do("go on")).toEqual(kept);
    expect(await calm.do(CALL)).toEqual(served);
    expect(await late.do(CALL)).toEqual(failed("read"));
    await end(redis);
    await expect.poll(() => refreshing.do(CALL), { timeout: 30_000 }).toEqual(served);
    await setup.working();
    await expect.poll(() => late.do(CALL), { timeout: 30_000 }).toEqual(served);
    expect(setup.tokenStatuses).toEqual([200]);
  });

  it("before the exchange is recorded: no token is sent, and all continue once it is back", async () => {
    const { setup, redis, refreshing, calm, late } = await processes("with the lock");
    await begin(redis);
    expect(await refreshing.do("go on")).toEqual(failed("written: the refresh token was not sent"));
    expect(await calm.do(CALL)).toEqual(served);
    expect(setup.tokenStatuses).toEqual([]);
    await end(redis);
    await expect.poll(() => late.do(CALL), { timeout: 30_000 }).toEqual(served);
    await expect.poll(() => refreshing.do(CALL), { timeout: 30_000 }).toEqual(served);
    expect(setup.tokenStatuses).toEqual([200]);
    await setup.working();
  });
});
