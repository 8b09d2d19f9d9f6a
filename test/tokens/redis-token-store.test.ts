import { type RedisTokenStoreOptions, redisTokenStore } from "content-service-client/redis-token-store";
import { memoryTokenStore } from "content-service-client/refreshing-auth";
import { describe, expect, it } from "vitest";
import { manualClock } from "../../support/manual-clock.js";
import { errorOf } from "../support/client-with.js";
import { authWith } from "../support/token-service.js";

describe("redisTokenStore, whatever Redis returns,", () => {
  const options = { key: "tokens", clock: manualClock() };

  it.each([
    ["something else under the key", '{"token":"s3cr3t"}', "the Redis key tokens holds no tokens: it must be JSON"],
    ["bytes in place of text", Buffer.from("{}"), "command must return strings as strings"],
  ])("rejects calls with an AuthError for %s", async (_, reply, message) => {
    const store = redisTokenStore({ ...options, command: async () => reply });
    const error = await errorOf(authWith({ store }).token());
    expect(error).toMatchObject({ code: "token_store_failed", cause: { message: expect.stringContaining(message) } });
    expect(error).toHaveProperty("cause.message", expect.not.stringContaining("s3cr3t"));
  });

  it.each([null, undefined])("treats %s as an empty store, and as a taken lock", async (nothing) => {
    const store = redisTokenStore({ ...options, command: async () => nothing });
    expect(await store.load()).toBeUndefined();
    expect(await store.tryLock?.()).toBeUndefined();
  });

  it("renews its lock after a failed renewal, and releases it silently when Redis is gone", async () => {
    const clock = manualClock();
    const sent: string[] = [];
    const store = redisTokenStore({
      ...options,
      clock,
      async command([name]) {
        sent.push(name);
        if (name === "EVAL") throw new Error("connection lost");
        return "OK";
      },
    });
    const lock = await store.tryLock?.();
    await clock.advance(20_000);
    expect(sent).toEqual(["SET", ...Array(6).fill("EVAL")]);
    await lock?.release();
    expect(clock.pending()).toBe(0);
  });

  it("stops renewing after the release, even during a renewal", async () => {
    const clock = manualClock();
    const store = redisTokenStore({ ...options, clock, command: async () => "OK" });
    const lock = await store.tryLock?.();
    const renewing = clock.advance(10_000 / 3);
    await lock?.release();
    await renewing;
    await clock.advance(0);
    expect(clock.pending()).toBe(0);
  });

  it("keeps the tokens in memory when Redis disconnects during the exchange, and saves them later", async () => {
    const kept = memoryTokenStore({ accessToken: "access-1", refreshToken: "refresh-1" });
    let cut = false;
    const store = redisTokenStore({
      ...options,
      async command([name, ...rest]) {
        if (cut) throw new Error("connection lost");
        if (name === "GET") return JSON.stringify(await kept.load());
        const [json] = rest.slice(-1);
        if (json?.startsWith("{")) await kept.save(JSON.parse(json));
        return name === "SET" ? "OK" : 1;
      },
    });
    const { token, clock, service } = authWith({ store });
    service.duringExchange(() => {
      cut = true;
    });
    expect(await errorOf(clock.run(token("access-1")))).toMatchObject({ code: "token_store_failed" });
    cut = false;
    expect(await clock.run(token("access-1"))).toBe("access-2");
    expect(await kept.load()).toMatchObject({ refreshToken: "refresh-2" });
    expect(service.exchanges).toEqual(["refresh-1"]);
  });

  it.each([
    ["command", { command: "GET" }],
    ["key", { key: "" }],
    ["key", { key: 7 }],
    ["leaseMs", { leaseMs: 0 }],
    ["leaseMs", { leaseMs: 0.5 }],
    ["leaseMs", { leaseMs: Number.NaN }],
  ])("rejects an invalid %s: %j", (name, wrong) => {
    // As a caller without types would.
    const given = { ...options, command: async () => null, ...wrong } as RedisTokenStoreOptions;
    expect(() => redisTokenStore(given)).toThrow(TypeError);
    expect(() => redisTokenStore(given)).toThrow(new RegExp(`^${name} must `));
  });
});

it.each([
  ["app", "{app}:lock"],
  ["{app}:tokens", "{app}:tokens:lock"],
])("sends the commands of the lock for the key %s to the slot of the tokens", async (key, lockKey) => {
  const sent: string[][] = [];
  const command = async (args: string[]) => {
    sent.push(args);
    return args[0] === "SET" ? "OK" : 1;
  };
  const clock = manualClock();
  const store = redisTokenStore({ command, key, leaseMs: 9000, clock });
  const lock = await store.tryLock();
  // It is renewed three times in a lease.
  for (let time = 0; time < 2; time += 1) await clock.advance(3000);
  await lock?.save({ refreshToken: "refresh-1" });
  await lock?.release();
  await store.save({ refreshToken: "refresh-of-login" });
  const owner = sent[0]?.[2] ?? "";
  expect(owner).toMatch(/^[\da-f-]{36}$/);
  const script = (command: string) => expect.stringContaining(`redis.call(${command})`);
  expect(sent).toEqual([
    ["SET", lockKey, owner, "NX", "PX", "9000"],
    ["EVAL", expect.stringContaining("PEXPIRE"), "2", lockKey, key, owner, "9000"],
    ["EVAL", expect.stringContaining("PEXPIRE"), "2", lockKey, key, owner, "9000"],
    ["EVAL", script('"SET", KEYS[2], ARGV[2]'), "2", lockKey, key, owner, '{"refreshToken":"refresh-1"}'],
    ["EVAL", script('"DEL", KEYS[1]'), "2", lockKey, key, owner],
    ["EVAL", script('"SET", KEYS[2], ARGV[1]'), "2", lockKey, key, '{"refreshToken":"refresh-of-login"}'],
  ]);
});
