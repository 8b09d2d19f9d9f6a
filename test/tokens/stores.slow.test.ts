import { join } from "node:path";
import { type RedisTokenStoreOptions, redisTokenStore } from "content-service-client/redis-token-store";
import { type SqlTokenStoreOptions, sqlTokenStore, tokenTableSql } from "content-service-client/sql-token-store";
import { tokenStoreContract } from "content-service-client/testing";
import { Redis } from "ioredis";
import { createClient } from "redis";
import { describe, expect, onTestFinished, test } from "vitest";
import { manualClock } from "../../support/manual-clock.js";
import { temporaryFolder } from "../../support/temporary-folder.js";
import { errorOf } from "../support/client-with.js";
import { postgresQuery, postgresTest, redisServer, redisTest } from "../support/database-servers.js";
import { leaseContract, once } from "../support/lease-contract.js";
import { sqliteQuery } from "../support/sqlite.js";
import { authWith, tokenService } from "../support/token-service.js";

type Command = RedisTokenStoreOptions["command"];
type Query = SqlTokenStoreOptions["query"];

const onRedis = redisTest("token stores in Redis");

/** Both common packages, each by the one line that the docstring gives. */
const packages = {
  "node-redis": async (port: number): Promise<Command> => {
    const redis = createClient({ url: `redis://127.0.0.1:${port}` });
    // It connects again by itself.
    redis.on("error", () => {});
    await redis.connect();
    onTestFinished(() => redis.destroy());
    return (args) => redis.sendCommand(args);
  },
  ioredis: async (port: number): Promise<Command> => {
    const redis = new Redis(port, "127.0.0.1");
    onTestFinished(() => redis.disconnect());
    return ([name, ...rest]) => redis.call(name, ...rest);
  },
};

describe.each(Object.entries(packages))("redisTokenStore over %s", (_, connect) => {
  const connected = async () => connect((await redisServer()).port);
  const commandOf = once(connected);
  tokenStoreContract({ test: onRedis, open: async (key) => redisTokenStore({ command: await commandOf(key), key }) });

  leaseContract(onRedis, async () => {
    const command = await connected();
    const leftMs = async () => Number(await command(["PTTL", "{tokens}:lock"]));
    return {
      open: (clock) => redisTokenStore({ command, key: "tokens", clock }),
      leftMs,
      age: async (ms) => command(["PEXPIRE", "{tokens}:lock", `${(await leftMs()) - ms}`]),
    };
  });
});

describe("redisTokenStore", () => {
  onRedis.each(["tokens", "app{tenant}:tokens", "a}b{c}"])("keeps all in one slot of a cluster: %s", async (key) => {
    const command = await packages.ioredis((await redisServer()).port);
    const store = redisTokenStore({ command, key, clock: manualClock() });
    await store.save({ refreshToken: "refresh-1" });
    await store.tryLock();
    const keys = (await command(["KEYS", "*"])) as string[];
    expect(keys).toHaveLength(3);
    // The text in the first braces decides the slot, or all of it.
    expect(new Set(keys.map((each) => /\{(.+?)\}/.exec(each)?.[1] ?? each)).size).toBe(1);
  });

  describe("after Redis has lost its data", () => {
    const tokens = (id: number) => ({
      accessToken: `access-${id}`,
      refreshToken: `refresh-${id}`,
      obtainedAtMs: id * 1000,
      expiresAtMs: 5000 + id * 1000,
    });
    /** Two processes with the same login. */
    async function processes() {
      const command = await packages.ioredis((await redisServer()).port);
      const clock = manualClock(2000);
      const open = () => redisTokenStore({ command, key: "tokens", clock });
      const [first, second] = [open(), open()];
      await first.save(tokens(1));
      await second.load();
      return { command, clock, first, second, open, lose: () => command(["FLUSHALL"]) };
    }

    onRedis("saves the tokens that a process knows, for all", async () => {
      const { first, second, open, lose } = await processes();
      await lose();
      expect(await open().load()).toBeUndefined();
      expect(await second.load()).toEqual(tokens(1));
      await lose();
      const [one, two] = await Promise.all([first.load(), second.load()]);
      expect([one, two, await open().load()]).toEqual(Array(3).fill(tokens(1)));
    });

    onRedis("refreshes, and needs no login [AU-8]", async () => {
      const { command, open, lose } = await processes();
      const clock = manualClock();
      const service = tokenService();
      const store = redisTokenStore({ command, key: "tokens", clock });
      await store.save(service.tokens);
      const { token } = authWith({ service, store, clock });
      expect(await token("access-1")).toBe("access-2");
      await lose();
      await clock.advance(3_590_000);
      expect(await token()).toBe("access-3");
      expect(await open().load()).toMatchObject({ accessToken: "access-3", refreshToken: "refresh-3" });
      expect(service.exchanges).toEqual(["refresh-1", "refresh-2"]);
    });

    onRedis("prefers the newest tokens, of whichever process [AU-8]", async () => {
      const { first, second, lose } = await processes();
      const lock = await first.tryLock();
      await lock?.save(tokens(2));
      await lose();
      expect(await second.load()).toEqual(tokens(1));
      const stale = await second.tryLock();
      // It sends the refresh token, which is spent.
      await stale?.save({ ...tokens(1), sentAtMs: 2000 });
      expect(await first.load()).toEqual(tokens(2));
      await expect(stale?.save(tokens(3))).rejects.toThrow("the lock passed");
      expect(await second.load()).toEqual(tokens(2));
    });

    onRedis("keeps a logout, a later login and expired tokens as they are", async () => {
      const { command, clock, first, second, open, lose } = await processes();
      await command(["DEL", "tokens"]);
      expect(await first.load()).toBeUndefined();
      // It has seen the logout.
      await lose();
      expect(await first.load()).toBeUndefined();
      expect(await second.load()).toEqual(tokens(1));
      await command(["DEL", "tokens"]);
      expect(await second.load()).toBeUndefined();
      await open().save({ refreshToken: "refresh-of-login" });
      expect(await second.load()).toEqual({ refreshToken: "refresh-of-login" });
      await first.save(tokens(1));
      await clock.advance(5000);
      await lose();
      expect(await first.load()).toBeUndefined();
    });

    onRedis("takes no tokens of an older version, which left no mark, for lost [AU-8]", async () => {
      const { command, first } = await processes();
      await command(["DEL", "{tokens}:mark"]);
      expect(await first.load()).toEqual(tokens(1));
      await command(["DEL", "tokens"]);
      expect(await first.load()).toBeUndefined();
    });
  });
});

const databases: [SqlTokenStoreOptions["dialect"], ReturnType<typeof postgresTest>, connect: () => Promise<Query>][] = [
  ["sqlite", test, async () => sqliteQuery(join(temporaryFolder(), "tokens.db"))],
  ["postgresql", postgresTest("token stores in PostgreSQL"), postgresQuery],
];

describe.each(databases)("sqlTokenStore on a real %s", (dialect, onDatabase, connect) => {
  const table = "app_tokens";
  const connected = async () => {
    const query = await connect();
    await query(tokenTableSql(table), []);
    return query;
  };
  const queryOf = once(connected);
  const open = async (key: string) => sqlTokenStore({ query: await queryOf(key), dialect, key, table });
  tokenStoreContract({ test: onDatabase, open });

  leaseContract(onDatabase, async () => {
    const query = await connected();
    const key = `user:${crypto.randomUUID()}`;
    const where = `WHERE login = '${key}'`;
    return {
      open: (clock) => sqlTokenStore({ query, dialect, key, table, clock }),
      async leftMs() {
        const [row] = await query(`SELECT lock_until_ms AS until FROM ${table} ${where}`, []);
        return Number((row as { until: unknown }).until) - Date.now();
      },
      age: async (ms) =>
        query(`UPDATE ${table} SET lock_until_ms = lock_until_ms - ${ms} ${where} RETURNING login`, []),
    };
  });

  onDatabase("keeps keys with any characters apart, and shows no token in an error", async () => {
    const options = { query: await connected(), dialect, table };
    const store = sqlTokenStore({ ...options, key: `o'hara "${crypto.randomUUID()}" \\ %` });
    await store.save({ refreshToken: "refresh-1" });
    expect(await store.load()).toEqual({ refreshToken: "refresh-1" });
    const missing = sqlTokenStore({ ...options, key: "user:1", table: "no_such_table" });
    const error = await errorOf(missing.save({ refreshToken: "s3cret" }));
    expect(error).toHaveProperty("message", expect.stringContaining("no_such_table"));
    expect(JSON.stringify(error) + String(error)).not.toContain("s3cret");
  });
});
