import { type Clock, systemClock } from "../../clock.js";
import type { TokenStore } from "../token-store.js";
import { parseTokens } from "./parse-tokens.js";

/** Settings of `redisTokenStore`. */
export interface RedisTokenStoreOptions {
  /**
   * Sends a command to Redis and gives back its answer: `(args) => redis.sendCommand(args)` with node-redis,
   * `([name, ...rest]) => redis.call(name, ...rest)` with ioredis. Strings must come as strings.
   */
  command: (args: [name: string, ...rest: string[]]) => Promise<unknown>;
  /** The key of the tokens: one for each login. The lock is beside it, and in a cluster in the same slot. */
  key: string;
  /**
   * How long the lock of a process that died stays respected, in milliseconds. A live holder renews it three times in
   * that span.
   * @default 10000
   */
  leaseMs?: number;
  /** Replaces the system's clock, for tests. It times the renewals; the lease itself runs by the clock of Redis. */
  clock?: Clock;
}

const IF_MINE = `if redis.call("GET", KEYS[1]) ~= ARGV[1] then return 0 end`;
/** Each runs in one step: nobody else's command comes between its lines. */
const SAVE_IF_MINE = `${IF_MINE} redis.call("SET", KEYS[2], ARGV[2]) return 1`;
const RENEW_IF_MINE = `${IF_MINE} return redis.call("PEXPIRE", KEYS[1], ARGV[2])`;
const RELEASE_IF_MINE = `${IF_MINE} return redis.call("DEL", KEYS[1])`;
const SAVE_AND_BREAK_LOCK = `redis.call("DEL", KEYS[1]) redis.call("SET", KEYS[2], ARGV[1]) return 1`;

/**
 * Keeps tokens in Redis, for processes on any number of machines. One process refreshes at a time, by a lock that only
 * its owner can renew and let go. A holder that dies is succeeded after `leaseMs`, and one that was paused for longer
 * cannot overwrite what its successor saved. Needs Redis 2.6.12 or later, or what speaks its protocol and runs `EVAL`.
 *
 * A save is as safe as Redis keeps its data: with `appendonly yes` it survives a restart, and without replication that
 * waits, a failover can lose the last one. The tokens lie in Redis as they are.
 *
 * @throws TypeError when an option is missing or cannot work.
 * @example
 * const store = redisTokenStore({ command: (args) => redis.sendCommand(args), key: "my-app:tokens" });
 * if (!(await store.load())) await store.save({ refreshToken: "from-your-login" });
 */
export function redisTokenStore(options: RedisTokenStoreOptions): TokenStore {
  const { command, key, leaseMs = 10_000, clock = systemClock } = options;
  if (typeof command !== "function") throw new TypeError("command must be a function that sends a command to Redis");
  if (typeof key !== "string" || key === "") throw new TypeError("key must be a non-empty string");
  if (!(Number.isInteger(leaseMs) && leaseMs > 0)) throw new TypeError("leaseMs must be a whole number above 0");
  // In a cluster, what stands in braces decides the slot.
  const keys = [key.includes("{") ? `${key}:lock` : `{${key}}:lock`, key];
  const run = async (script: string, ...args: string[]) => command(["EVAL", script, "2", ...keys, ...args]);

  return {
    async load() {
      const text = await command(["GET", key]);
      if (text === null || text === undefined) return undefined;
      if (typeof text !== "string") throw new Error("command must give strings as strings");
      return parseTokens(text, `the Redis key ${key}`);
    },
    async save(tokens) {
      await run(SAVE_AND_BREAK_LOCK, JSON.stringify(tokens));
    },
    async tryLock() {
      const owner = crypto.randomUUID();
      const taken = await command(["SET", keys[0] ?? "", owner, "NX", "PX", String(leaseMs)]);
      if (taken === null || taken === undefined) return undefined;
      let released = false;
      let cancel = () => {};
      const keepAlive = () => {
        // A renewal that fails is tried again: Redis may be back before the lease is over.
        if (!released)
          cancel = clock.timer(leaseMs / 3, () =>
            run(RENEW_IF_MINE, owner, String(leaseMs)).then(keepAlive, keepAlive),
          );
      };
      keepAlive();
      return {
        async save(tokens) {
          if ((await run(SAVE_IF_MINE, owner, JSON.stringify(tokens))) !== 1)
            throw new Error("the lock passed to another process: this one was paused too long, or a login came");
        },
        async release() {
          released = true;
          cancel();
          // One that cannot be let go runs out by itself.
          await run(RELEASE_IF_MINE, owner).catch(() => {});
        },
      };
    },
  };
}
