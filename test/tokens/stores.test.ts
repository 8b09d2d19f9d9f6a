import { readdir, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { inspect } from "node:util";
import { fileTokenStore } from "content-service-client/file-token-store";
import { type RedisTokenStoreOptions, redisTokenStore } from "content-service-client/redis-token-store";
import { memoryTokenStore, type TokenStore, type Tokens } from "content-service-client/refreshing-auth";
import { type SqlTokenStoreOptions, sqlTokenStore } from "content-service-client/sql-token-store";
import { tokenStoreContract } from "content-service-client/testing";
import { describe, expect, it } from "vitest";
import { manualClock } from "../../support/manual-clock.js";
import { temporaryFolder } from "../../support/temporary-folder.js";
import { outputs } from "../properties/support/check.js";
import { clientWith, errorOf } from "../support/client-with.js";
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
  const misspelled: object = { refresh_token: "s3cr3t" };
  const problem = new TypeError("refreshToken must be a non-empty string");
  await expect(sqlTokenStore(sql).save(misspelled as Tokens)).rejects.toThrow(problem);
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

// With characters that JSON and URLs escape.
const tokens = { accessToken: 'acc"ess/1+&', refreshToken: "refresh-tök/1+&" };
const json = JSON.stringify(tokens);
const args = ["EVAL", "script", "2", "{tokens}:lock", "tokens", json];

/** Makes errors as Redis packages, databases and careless stores do. */
const failures: [string, (text: string) => unknown][] = [
  ["of ioredis", () => Object.assign(new Error("READONLY replica"), { name: "ReplyError", command: { args } })],
  ["of node-redis", () => Object.assign(new Error("OOM command not allowed"), { args, reply: Buffer.from(json) })],
  ["that quotes the value", (text) => Object.assign(new Error(`cannot store ${text}`), { code: "E_VALUE" })],
  ["that quotes a token in a URL", () => new Error(`PUT /tokens?value=${encodeURIComponent(tokens.refreshToken)}`)],
  ["that quotes JSON in JSON", (text) => new TypeError(JSON.stringify({ sent: text }))],
  ["with causes", (text) => new Error("not saved", { cause: new Error(text, { cause: { message: text, text } }) })],
  ["that is a text", (text) => text],
  ["that is an object", (text) => ({ message: text, query: text })],
  ["that is an object without a message", (text) => ({ query: text })],
  ["of several", (text) => new AggregateError([new Error(text)], "all failed")],
  ["that is nothing", () => undefined],
];

/** The ways in which a function of a store can fail. */
const failing = (error: unknown): (() => Promise<never>)[] => [
  () => Promise.reject(error),
  () => {
    throw error;
  },
];

/** Everything that a log could print of an error. */
const printed = (error: unknown) => outputs(error).join("\n");

const spellings = [tokens.accessToken, tokens.refreshToken].flatMap((token) => [
  token,
  JSON.stringify(token).slice(1, -1),
  encodeURIComponent(token),
]);

function expectNoTokens(text: string): void {
  for (const spelling of spellings) expect(text).not.toContain(spelling);
  expect(text).not.toMatch(/acc.{0,4}ess\/1|refresh-t/);
}

describe("redisTokenStore, whose command", () => {
  it("fails: rejects with the name, the code and the message, without the command and the tokens", async () => {
    const error = Object.assign(new RangeError("READONLY replica"), { code: "READONLY", command: { args }, args });
    for (const command of failing(error)) {
      const store = redisTokenStore({ key: "tokens", command, clock: manualClock() });
      for (const step of [store.load(), store.save(tokens), store.tryLock()]) {
        const safe = await errorOf(step);
        expect(safe).toMatchObject({ name: "RangeError", code: "READONLY", message: "READONLY replica" });
        expectNoTokens(printed(safe));
      }
    }
  });

  it.each([1, 1n, "1"])("accepts %s as the reply of a save", async (reply) => {
    const command = async ([name]: readonly string[]) => (name === "SET" ? "OK" : reply);
    const lock = await redisTokenStore({ key: "tokens", command, clock: manualClock() }).tryLock?.();
    await expect(lock?.save(tokens)).resolves.toBeUndefined();
  });
});

describe("a store of the application", () => {
  const saves = async () => {};
  /** Stores with tokens, one of whose methods fails. The tokens are known after the first load. */
  const stores: Record<string, (fail: () => Promise<never>) => TokenStore> = {
    load(fail) {
      let loads = 0;
      return { load: () => (++loads > 1 ? fail() : expired()), save: saves };
    },
    save: (fail) => ({ load: expired, save: fail }),
    tryLock: (fail) => ({ load: expired, save: saves, tryLock: fail }),
    "lock.save": (fail) => ({ load: expired, save: saves, tryLock: async () => ({ save: fail, release: fail }) }),
  };
  const expired = async () => ({ ...tokens, expiresAtMs: 0 });

  const cases = Object.keys(stores).flatMap((method) =>
    failures.map(([kind], index) => [method, kind, index] as const),
  );
  it.each(cases)("whose %s fails with an error %s shows no token in errors and events", async (method, _, index) => {
    const [, make] = failures[index] ?? expect.fail();
    // One of the two ways in which a function fails.
    const fail = failing(make(json))[index % 2] ?? expect.fail();
    const { auth, service, clock } = authWith({ store: stores[method]?.(fail) ?? expect.fail() });
    const { client, events } = clientWith(service.fetch, { auth, clock });
    const error = await errorOf(clock.run(client.getCurrentUser()));
    expect(error).toMatchObject({ name: "AuthError", code: "token_store_failed" });
    expectNoTokens(printed(error) + inspect(events, { depth: 20, showHidden: true }) + JSON.stringify(events));
  });

  it("whose first load quotes a part of invalid JSON shows none of it", async () => {
    const load = async () => JSON.parse(`{"refreshToken":${tokens.refreshToken}}`);
    expect(printed(await errorOf(load()))).toContain("refresh-t");
    for (const read of [load, () => load().catch((cause) => Promise.reject(new Error("not read", { cause })))]) {
      const { token, clock } = authWith({ store: { load: read, save: saves } });
      const error = await errorOf(clock.run(token()));
      expectNoTokens(printed(error));
      expect(printed(error)).toContain("invalid JSON");
    }
  });
});
