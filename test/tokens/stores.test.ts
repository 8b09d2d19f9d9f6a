import { readdir, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { fileTokenStore } from "content-service-client/file-token-store";
import { type RedisTokenStoreOptions, redisTokenStore } from "content-service-client/redis-token-store";
import { memoryTokenStore, type Tokens } from "content-service-client/refreshing-auth";
import { type SqlTokenStoreOptions, sqlTokenStore } from "content-service-client/sql-token-store";
import { tokenStoreContract } from "content-service-client/testing";
import { describe, expect, it } from "vitest";
import { manualClock } from "../../support/manual-clock.js";
import { temporaryFolder } from "../../support/temporary-folder.js";
import { errorOf } from "../support/client-with.js";
import { leaseContract, once } from "../support/lease-contract.js";
import { authWith } from "../support/token-service.js";

describe("memoryTokenStore", () => {
  tokenStoreContract({ test: it, open: () => memoryTokenStore() });
});

describe("fileTokenStore", () => {
  const folderOf = once(async () => temporaryFolder());
  tokenStoreContract({ test: it, open: async (key) => fileTokenStore(join(await folderOf(key), "tokens.json")) });

  leaseContract(it, async () => {
    const path = join(temporaryFolder(), "tokens.json");
    const newest = async () => {
      const names = await readdir(`${path}.lock`);
      return join(`${path}.lock`, `${Math.max(...names.map((name) => Number.parseInt(name, 10)))}`);
    };
    const timeMs = async () => (await stat(await newest())).mtimeMs;
    return {
      open: (clock) => fileTokenStore(path, { clock }),
      leftMs: async () => (await timeMs()) + 10_000 - Date.now(),
      async age(ms) {
        const seconds = ((await timeMs()) - ms) / 1000;
        await utimes(await newest(), seconds, seconds);
      },
    };
  });
});

// That of SQL databases is in testing.test.ts and stores.slow.test.ts.
const redis = { key: "tokens", command: async (): Promise<unknown> => null };
const sql = { query: async (): Promise<unknown[]> => [], dialect: "sqlite", key: "user:1" } as const;

// As a caller without types would give them.
const redisWith = (wrong: object) => redisTokenStore({ ...redis, ...wrong } as RedisTokenStoreOptions);
const sqlWith = (wrong: object) => sqlTokenStore({ ...sql, ...wrong } as SqlTokenStoreOptions);
const fileWith = (path: unknown, options: object = {}) => fileTokenStore(path as string, options);

it.each<[option: string, store: string, make: () => unknown]>([
  ["path", "fileTokenStore", () => fileWith("")],
  ["command", "redisTokenStore", () => redisWith({ command: "GET" })],
  ["key", "redisTokenStore", () => redisWith({ key: "" })],
  ["query", "sqlTokenStore", () => sqlWith({ query: "SELECT 1" })],
  ["dialect", "sqlTokenStore", () => sqlWith({ dialect: "mysql" })],
  ["key", "sqlTokenStore", () => sqlWith({ key: "" })],
  ["table", "sqlTokenStore", () => sqlWith({ table: "tokens; DROP TABLE users" })],
])("an invalid %s is a TypeError of %s", (option, _, make) => {
  expect(make).toThrow(TypeError);
  expect(make).toThrow(new RegExp(`^${option} must `));
});

it("tokens without a refresh token are not saved", async () => {
  const store = sqlTokenStore(sql);
  await expect(store.save({ refresh_token: "s3cr3t" } as object as Tokens)).rejects.toThrow(
    new TypeError("refreshToken must be a non-empty string"),
  );
});

const text = '{"token":"s3cr3t"}';

it.each<[what: string, make: () => ReturnType<typeof sqlTokenStore>, message: string]>([
  ["no tokens in Redis", () => redisWith({ command: async () => [text, null] }), "Redis key tokens holds no tokens"],
  ["bytes", () => redisWith({ command: async () => [Buffer.from("{}"), null] }), "must return strings as strings"],
  ["no rows", () => sqlWith({ query: async () => ({}) }), "query must return the rows as an array"],
  ["tokens that are no text", () => sqlWith({ query: async () => [{ tokens: { a: "s3cr3t" } }] }), "must be text"],
  ["something else in a row", () => sqlWith({ query: async () => [{ tokens: text }] }), "the row user:1 of content"],
])("%s is an AuthError that does not quote it", async (_, make, message) => {
  const error = await errorOf(authWith({ store: make() }).token());
  expect(error).toMatchObject({ code: "token_store_failed", cause: { message: expect.stringContaining(message) } });
  expect(error).toHaveProperty("cause.message", expect.not.stringContaining("s3cr3t"));
});

it.each<[nothing: string, make: () => ReturnType<typeof sqlTokenStore>]>([
  ["nulls of Redis", () => redisWith({ command: async ([name]: string[]) => (name === "SET" ? null : [null, null]) })],
  ["an undefined of a Redis package", () => redisWith({ command: async () => undefined })],
  ["no row", () => sqlWith({ query: () => [] })],
])("%s is an empty store, or a lock that is taken", async (_, make) => {
  expect(await make().load()).toBeUndefined();
  expect(await make().tryLock()).toBeUndefined();
});

it("a row without tokens is an empty store, which is named after its login", async () => {
  const store = sqlWith({ query: () => [{ tokens: null }] });
  expect(await store.load()).toBeUndefined();
  expect(store.key).toBe("sql:content_service_tokens:user:1");
});

describe("redisTokenStore", () => {
  it("renews its lock after a failed renewal, and releases it silently when Redis is gone", async () => {
    const clock = manualClock();
    const sent: string[] = [];
    const command = async ([name]: readonly string[]) => {
      sent.push(`${name}`);
      return name === "EVAL" ? Promise.reject(new Error("connection lost")) : "OK";
    };
    const lock = await redisTokenStore({ key: "tokens", clock, command }).tryLock();
    await clock.advance(20_000);
    expect(sent).toEqual(["SET", ...Array(6).fill("EVAL")]);
    await lock?.release();
    expect(clock.pending()).toBe(0);
  });

  it("stops renewing after the release, even during a renewal", async () => {
    const clock = manualClock();
    const lock = await redisTokenStore({ key: "tokens", clock, command: async () => "OK" }).tryLock();
    const renewing = clock.advance(10_000 / 3);
    await lock?.release();
    await renewing;
    await clock.advance(0);
    expect(clock.pending()).toBe(0);
  });
});
