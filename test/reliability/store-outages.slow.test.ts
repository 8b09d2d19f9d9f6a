import { spawnSync } from "node:child_process";
import { describe, expect } from "vitest";
import { isInstalled, testWith } from "../../support/installed.js";
import { type RedisServer, redisTest } from "../support/database-servers.js";
import { CALL, served, startSharedTokens, type Worker } from "../support/shared-tokens.js";
import type { Moment } from "../support/token-worker.js";

/** What a process reports whose store could not do something. */
const failed = (problem: string) => ({
  served: 0,
  failures: [expect.stringContaining(`token_store_failed: the token store could not be ${problem} (`)],
});

// A limit on the size of files is what the system enforces without a disk of one's own: each write fails, as on a disk
// that is full, and another process still can write.
const onDisk = testWith(isInstalled("prlimit"), "prlimit of util-linux", "full disks");

/** Says how many bytes a process may write to a file. */
function limit({ pid }: Worker, bytes: "0" | "unlimited"): void {
  const { status, stderr } = spawnSync("prlimit", ["--pid", String(pid), `--fsize=${bytes}:`], { encoding: "utf8" });
  expect(status, stderr).toBe(0);
}

describe("a disk that is full", () => {
  onDisk("before a refresh is detected before the token is spent, and a process that can write continues", async () => {
    const setup = await startSharedTokens("a file");
    const [full, other] = [setup.fork(), setup.fork()];
    limit(full, "0");
    const before = await setup.working();
    setup.expire();
    expect(await full.do(CALL)).toEqual(failed("written: the refresh token was not sent"));
    expect(setup.tokenStatuses).toEqual([]);
    expect(await setup.store.load()).toEqual(before);
    expect(await setup.unfinished()).toBe(0);
    expect(await other.do(CALL)).toEqual(served);
    expect(await full.do(CALL)).toEqual(served);
    setup.expire();
    limit(full, "unlimited");
    expect(await full.do(CALL)).toEqual(served);
    expect(setup.tokenStatuses).toEqual([200, 200]);
    await setup.working();
  });

  onDisk(
    "between exchange and save loses no tokens: they stay in memory, and are saved once there is space",
    async () => {
      const setup = await startSharedTokens("a file");
      const [full, other] = [setup.fork({ haltAt: "before the save" }), setup.fork()];
      const before = await setup.working();
      setup.expire();
      expect(await full.do(CALL)).toEqual({ halted: "before the save" });
      limit(full, "0");
      const kept = failed("written: the new tokens are kept in memory, and saved with the next call");
      expect(await full.do("go on")).toEqual(kept);
      expect(await setup.store.load()).toEqual({ ...before, sentAtMs: expect.any(Number) });
      expect(await setup.unfinished()).toBe(0);
      limit(full, "unlimited");
      expect(await full.do(CALL)).toEqual(served);
      await setup.working();
      expect(await other.do(CALL)).toEqual(served);
      expect(setup.tokenStatuses).toEqual([200]);
    },
  );
});

const onRedis = redisTest("outages of Redis");
/** How long a process waits for Redis before it says so. */
const maxWaitMs = 1500;

const outages: [name: string, begin: (redis: RedisServer) => unknown, end: (redis: RedisServer) => unknown][] = [
  ["killed, and started again", (redis) => redis.kill(), (redis) => redis.start()],
  ["stopped, and goes on", (redis) => redis.pause(), (redis) => redis.resume()],
];

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
  onRedis("between exchange and save: the new tokens stay in memory, and are saved once it is back", async () => {
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

  onRedis("before the exchange is recorded: no token is sent, and all continue once it is back", async () => {
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
