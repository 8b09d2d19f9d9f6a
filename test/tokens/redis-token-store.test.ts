import { redisTokenStore } from "content-service-client/redis-token-store";
import { describe, expect, it } from "vitest";
import { manualClock } from "../../support/manual-clock.js";

describe("redisTokenStore", () => {
  it("renews its lock after a failed renewal, and releases it silently when Redis is gone", async () => {
    const clock = manualClock();
    const sent: string[] = [];
    const store = redisTokenStore({
      key: "tokens",
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

  it("stops renewing a lock that another process has taken", async () => {
    const clock = manualClock();
    const command = async ([name]: readonly string[]) => (name === "SET" ? "OK" : "0");
    const lock = await redisTokenStore({ key: "tokens", command, clock }).tryLock();
    await clock.advance(10_000);
    expect(clock.pending()).toBe(0);
    await expect(lock?.save({ refreshToken: "late" })).rejects.toThrow("the lock passed to another process");
  });

  it("stops renewing after the release, even during a renewal", async () => {
    const clock = manualClock();
    const store = redisTokenStore({ key: "tokens", clock, command: async () => "OK" });
    const lock = await store.tryLock?.();
    const renewing = clock.advance(10_000 / 3);
    await lock?.release();
    await renewing;
    await clock.advance(0);
    expect(clock.pending()).toBe(0);
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
