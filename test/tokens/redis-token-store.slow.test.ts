import { type RedisTokenStoreOptions, redisTokenStore } from "content-service-client/redis-token-store";
import { tokenStoreContract } from "content-service-client/testing";
import { Redis } from "ioredis";
import { createClient } from "redis";
import { describe, expect, onTestFinished } from "vitest";
import { manualClock } from "../../support/manual-clock.js";
import { redisServer, redisTest } from "../support/redis-server.js";

const test = redisTest("token stores in Redis");

type Command = RedisTokenStoreOptions["command"];

/** Both common packages, each by the one line that the docstring gives. */
const packages: [name: string, connect: (port: number) => Promise<Command>][] = [
  [
    "node-redis",
    async (port) => {
      const redis = createClient({ url: `redis://127.0.0.1:${port}` });
      // It connects again by itself.
      redis.on("error", () => {});
      await redis.connect();
      onTestFinished(() => redis.destroy());
      return (args) => redis.sendCommand(args);
    },
  ],
  [
    "ioredis",
    async (port) => {
      const redis = new Redis(port, "127.0.0.1");
      onTestFinished(() => redis.disconnect());
      return ([name, ...rest]) => redis.call(name, ...rest);
    },
  ],
];

/** Two stores on one Redis, as two processes have them, and the way to Redis itself. */
async function twoStores(connect = packages[0]?.[1], key = "my-app:tokens") {
  const { port } = await redisServer();
  const command = (await connect?.(port)) ?? expect.fail("no package");
  const clock = manualClock();
  const open = () => redisTokenStore({ command, key, clock });
  return { command, clock, one: open(), other: open() };
}

for (const [name, connect] of packages) {
  describe(`redisTokenStore over ${name}, as`, () => {
    const commands = new Map<string, Promise<Command>>();
    const open = async (key: string) => {
      const command = commands.get(key) ?? redisServer().then(({ port }) => connect(port));
      commands.set(key, command);
      return redisTokenStore({ command: await command, key });
    };
    tokenStoreContract({ test, open });
  });
}

describe("redisTokenStore", () => {
  test("keeps the tokens as JSON under the key, and the lock beside it for no longer than the lease", async () => {
    const { command, one } = await twoStores();
    await one.save({ refreshToken: "refresh-1" });
    expect(await command(["GET", "my-app:tokens"])).toBe('{"refreshToken":"refresh-1"}');
    await one.tryLock?.();
    expect(await command(["KEYS", "*lock"])).toEqual(["{my-app:tokens}:lock"]);
    const leftMs = Number(await command(["PTTL", "{my-app:tokens}:lock"]));
    expect(leftMs).toBeGreaterThan(0);
    expect(leftMs).toBeLessThanOrEqual(10_000);
    // A key without an end would hold the tokens for ever; the tokens themselves have none.
    expect(await command(["PTTL", "my-app:tokens"])).toBe(-1);
  });

  test.each(["tokens", "app{tenant}:tokens", "a}b{c}"])(
    "keeps tokens and lock in one slot of a cluster: %s",
    async (key) => {
      const { command, one } = await twoStores(undefined, key);
      await one.tryLock?.();
      await one.save({ refreshToken: "refresh-1" });
      await one.tryLock?.();
      const keys = (await command(["KEYS", "*"])) as string[];
      expect(keys).toHaveLength(2);
      expect(slotTag(keys[0] ?? "")).toBe(slotTag(keys[1] ?? ""));
    },
  );

  test("has its lock renewed while its holder lives", async () => {
    const { command, clock, one, other } = await twoStores();
    const lock = await one.tryLock?.();
    await command(["PEXPIRE", "{my-app:tokens}:lock", "5000"]);
    await clock.advance(10_000 / 3);
    await expect.poll(() => command(["PTTL", "{my-app:tokens}:lock"])).toBeGreaterThan(5000);
    expect(await other.tryLock?.()).toBeUndefined();
    await lock?.release();
    expect(clock.pending()).toBe(0);
  });

  test("shuts out a holder that was paused beyond its lease, and leaves its successor's tokens and lock alone", async () => {
    const { command, clock, one, other } = await twoStores();
    const sleeper = await one.tryLock?.();
    // As the end of its lease does.
    await command(["DEL", "{my-app:tokens}:lock"]);
    await expect(sleeper?.save({ refreshToken: "refresh-of-sleeper" })).rejects.toThrow("the lock passed");
    const successor = await other.tryLock?.();
    await successor?.save({ refreshToken: "refresh-of-successor" });
    await command(["PEXPIRE", "{my-app:tokens}:lock", "5000"]);
    const pending = clock.pending();
    await expect(sleeper?.save({ refreshToken: "refresh-of-sleeper" })).rejects.toThrow("the lock passed");
    await sleeper?.release();
    expect(clock.pending()).toBe(pending - 1);
    expect(await one.load()).toEqual({ refreshToken: "refresh-of-successor" });
    expect(await one.tryLock?.()).toBeUndefined();
    expect(Number(await command(["PTTL", "{my-app:tokens}:lock"]))).toBeLessThanOrEqual(5000);
  });

  test("ignores the renewals of a holder that lost its lock", async () => {
    const { command, clock, one, other } = await twoStores();
    await one.tryLock?.();
    await command(["DEL", "{my-app:tokens}:lock"]);
    await other.tryLock?.();
    await command(["PEXPIRE", "{my-app:tokens}:lock", "5000"]);
    const owner = await command(["GET", "{my-app:tokens}:lock"]);
    // Both renew: the one that holds the lock prolongs it, the other changes nothing.
    await clock.advance(10_000 / 3);
    await expect.poll(() => command(["PTTL", "{my-app:tokens}:lock"])).toBeGreaterThan(5000);
    expect(await command(["GET", "{my-app:tokens}:lock"])).toBe(owner);
  });

  test("reconnects after Redis was killed and restarted, with the saved tokens", async () => {
    const redis = await redisServer();
    // node-redis before 5.11 can take a connection for ready that broke while it was being made, and waits for ever.
    const [, connect] = packages[1] ?? expect.fail("no package");
    const store = redisTokenStore({ command: await connect(redis.port), key: "tokens" });
    await store.save({ refreshToken: "refresh-1" });
    await redis.kill();
    await redis.start();
    await expect.poll(() => store.load().catch(() => undefined)).toEqual({ refreshToken: "refresh-1" });
    expect(await store.tryLock?.()).toBeDefined();
  });
});

/** What decides the slot of a key in a cluster: the text in its first braces, or all of it. */
function slotTag(key: string): string {
  return /\{(.+?)\}/.exec(key)?.[1] ?? key;
}
