import { join } from "node:path";
import { type SqlTokenStoreOptions, sqlTokenStore, tokenTableSql } from "content-service-client/sql-token-store";
import { tokenStoreContract } from "content-service-client/testing";
import { describe, expect, it, test } from "vitest";
import { manualClock } from "../../support/manual-clock.js";
import { temporaryFolder } from "../../support/temporary-folder.js";
import { postgresPool, postgresTest } from "../support/postgres-server.js";
import { sqliteQuery } from "../support/sqlite.js";

type Query = SqlTokenStoreOptions["query"];

const databases: [SqlTokenStoreOptions["dialect"], ReturnType<typeof postgresTest>, connect: () => Promise<Query>][] = [
  ["sqlite", test, async () => sqliteQuery(join(await temporaryFolder(), "tokens.db"))],
  [
    "postgresql",
    postgresTest("token stores in PostgreSQL"),
    async () => {
      const pool = await postgresPool();
      return (text, values) => pool.query(text, values).then(({ rows }) => rows);
    },
  ],
];

describe.each(databases)("sqlTokenStore on a real %s", (dialect, onDatabase, connect) => {
  const table = "app_tokens";

  async function twoStores(key = `user:${crypto.randomUUID()}`) {
    const query = await connect();
    await query(tokenTableSql(table), []);
    const clock = manualClock();
    const open = () => sqlTokenStore({ query, dialect, key, table, clock });
    const change = (set: string) => query(`UPDATE ${table} SET ${set} WHERE login = '${key}' RETURNING login`, []);
    const leftMs = async () => {
      const [row] = await query(`SELECT lock_until_ms AS until FROM ${table} WHERE login = '${key}'`, []);
      return Number((row as { until: unknown }).until) - Date.now();
    };
    return { query, clock, key, change, leftMs, one: open(), other: open() };
  }

  const queries = new Map<string, Query>();
  tokenStoreContract({
    test: onDatabase,
    async open(key) {
      const query = queries.get(key) ?? (await connect());
      queries.set(key, query);
      await query(tokenTableSql(), []);
      return sqlTokenStore({ query, dialect, key });
    },
  });

  onDatabase("locks for no longer than the lease, by the clock of the database, and renews the lock", async () => {
    const { clock, change, leftMs, one, other } = await twoStores();
    await one.save({ refreshToken: "refresh-1" });
    const lock = await one.tryLock();
    expect(await leftMs()).toBeGreaterThan(5000);
    expect(await leftMs()).toBeLessThanOrEqual(10_500);
    await change("lock_until_ms = lock_until_ms - 8000");
    await clock.advance(10_000 / 3);
    await expect.poll(leftMs).toBeGreaterThan(5000);
    expect(await other.tryLock()).toBeUndefined();
    await lock?.release();
    expect(clock.pending()).toBe(0);
  });

  onDatabase("shuts out a holder that was paused beyond its lease, and leaves its successor alone", async () => {
    const { clock, change, leftMs, one, other } = await twoStores();
    const sleeper = await one.tryLock();
    await change("lock_until_ms = 0");
    const successor = await other.tryLock();
    await successor?.save({ refreshToken: "refresh-of-successor" });
    await change("lock_until_ms = lock_until_ms - 8000");
    await expect(sleeper?.save({ refreshToken: "late" })).rejects.toThrow("the lock passed to another process");
    await sleeper?.release();
    expect(await one.tryLock()).toBeUndefined();
    expect(await leftMs()).toBeLessThan(5000);
    // Only the successor renews.
    await clock.advance(10_000 / 3);
    await expect.poll(leftMs).toBeGreaterThan(5000);
    expect(await one.load()).toEqual({ refreshToken: "refresh-of-successor" });
  });

  onDatabase("gives the lock to one of many connections at once", async () => {
    const { query, key } = await twoStores();
    const stores = Array.from({ length: 20 }, () =>
      sqlTokenStore({ query, dialect, key, table, clock: manualClock() }),
    );
    for (let round = 0; round < 5; round += 1) {
      const holders = (await Promise.all(stores.map((store) => store.tryLock()))).filter((lock) => lock !== undefined);
      expect(holders).toHaveLength(1);
      await holders[0]?.release();
    }
  });

  onDatabase("keeps keys with any characters apart, and shows no token in an error", async () => {
    const { one, query } = await twoStores(`o'hara "${crypto.randomUUID()}" \\ %`);
    await one.save({ refreshToken: "refresh-1" });
    expect(await one.load()).toEqual({ refreshToken: "refresh-1" });
    const missing = sqlTokenStore({ query, dialect, key: "user:1", table: "no_such_table" });
    const error = await missing.save({ refreshToken: "s3cret" }).catch((reason: Error) => reason);
    expect(error).toHaveProperty("message", expect.stringContaining("no_such_table"));
    expect(JSON.stringify(error) + String(error)).not.toContain("s3cret");
  });
});

describe("sqlTokenStore", () => {
  const options = { query: async () => [], dialect: "sqlite", key: "user:1" } as const;

  it.each([
    ["query", { query: "SELECT 1" }],
    ["dialect", { dialect: "mysql" }],
    ["key", { key: "" }],
    ["table", { table: "tokens; DROP TABLE users" }],
    ["leaseMs", { leaseMs: 0.5 }],
  ])("rejects an invalid %s", (name, wrong) => {
    // As a caller without types would.
    const given = { ...options, ...wrong } as SqlTokenStoreOptions;
    expect(() => sqlTokenStore(given)).toThrow(TypeError);
    expect(() => sqlTokenStore(given)).toThrow(new RegExp(`^${name} must `));
  });

  it.each([
    ["no rows", { rows: [] }, "query must return the rows as an array"],
    ["tokens that are no text", [{ tokens: { refreshToken: "s3cret" } }], "must be text"],
    [
      "text without tokens",
      [{ tokens: '{"token":"s3cret"}' }],
      "the row user:1 of content_service_tokens holds no tokens",
    ],
  ])("rejects a load that returns %s, without quoting it", async (_, rows, message) => {
    // As a caller without types would.
    const store = sqlTokenStore({ ...options, query: async () => rows as unknown[] });
    const error = await store.load().catch((reason: Error) => reason);
    expect(error).toHaveProperty("message", expect.stringContaining(message));
    expect(String(error)).not.toContain("s3cret");
  });

  it("has a key for its login, and is empty without a row", async () => {
    const store = sqlTokenStore(options);
    expect(store.key).toBe("sql:content_service_tokens:user:1");
    expect(await store.load()).toBeUndefined();
    expect(await sqlTokenStore({ ...options, query: () => [{ tokens: null }] }).load()).toBeUndefined();
  });
});
