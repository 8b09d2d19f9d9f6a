import { parseTokens } from "../token-store.js";
import { type DisposableTokenStore, type LeaseOptions, leasedStore } from "./leased-store.js";

export type { DisposableTokenStore };

/** Settings of `redisTokenStore`. */
export interface RedisTokenStoreOptions extends LeaseOptions {
  /**
   * Sends a command to Redis and returns its reply: `(args) => redis.sendCommand(args)` with node-redis,
   * `([name, ...rest]) => redis.call(name, ...rest)` with ioredis. Bulk strings must be returned as strings.
   */
  command: (args: [name: string, ...rest: string[]]) => Promise<unknown>;
  /** The key of the tokens: one for each login, also if they are in several Redis servers. The lock's key starts with it and shares its cluster slot. */
  key: string;
}

const IF_MINE = `if redis.call("GET", KEYS[1]) ~= ARGV[1] then return 0 end`;
/** Redis runs each script atomically. */
const SAVE_IF_MINE = `${IF_MINE} redis.call("SET", KEYS[2], ARGV[2]) return 1`;
const RENEW_IF_MINE = `${IF_MINE} return redis.call("PEXPIRE", KEYS[1], ARGV[2])`;
const RELEASE_IF_MINE = `${IF_MINE} return redis.call("DEL", KEYS[1])`;
const SAVE_AND_BREAK_LOCK = `redis.call("DEL", KEYS[1]) redis.call("SET", KEYS[2], ARGV[1]) return 1`;

/**
 * Keeps tokens in Redis, for processes on any number of machines. One process refreshes at a time, by a lock that only
 * its owner can renew and release. The lock of a dead holder expires after `leaseMs`, and a holder that was paused for
 * longer cannot overwrite the tokens of the next one. Needs Redis 2.6.12 or later, or a compatible server with `EVAL`.
 *
 * A save is as durable as Redis: with `appendonly yes` it survives a restart, and a failover with asynchronous replication
 * can lose the last one. The tokens are not encrypted.
 *
 * The connection is yours: disposing the store releases its lock only. Its errors are copies without the command, which contains the
 * tokens.
 *
 * @throws TypeError when an option is missing or invalid.
 * @example
 * const store = redisTokenStore({ command: (args) => redis.sendCommand(args), key: "my-app:tokens" });
 * if (!(await store.load())) await store.save({ refreshToken: "from-your-login" });
 */
export function redisTokenStore(options: RedisTokenStoreOptions): DisposableTokenStore {
  const { command, key } = options;
  if (typeof command !== "function") throw new TypeError("command must be a function that sends a command to Redis");
  if (typeof key !== "string" || key === "") throw new TypeError("key must be a non-empty string");
  // In a cluster, the text in braces decides the slot.
  const keys = [key.includes("{") ? `${key}:lock` : `{${key}}:lock`, key];
  const run = async (script: string, ...args: string[]) => command(["EVAL", script, "2", ...keys, ...args]);

  return leasedStore(options, (leaseMs) => ({
    key: `redis:${key}`,
    async load() {
      const text = await command(["GET", key]);
      if (text === null || text === undefined) return undefined;
      if (typeof text !== "string") throw new Error("command must return strings as strings");
      return parseTokens(text, `the Redis key ${key}`);
    },
    async save(tokens) {
      await run(SAVE_AND_BREAK_LOCK, JSON.stringify(tokens));
    },
    async tryLock() {
      const owner = crypto.randomUUID();
      const taken = await command(["SET", keys[0] ?? "", owner, "NX", "PX", String(leaseMs)]);
      if (taken === null || taken === undefined) return undefined;
      return {
        renew: async () => isDone(await run(RENEW_IF_MINE, owner, String(leaseMs))),
        save: async (tokens) => isDone(await run(SAVE_IF_MINE, owner, JSON.stringify(tokens))),
        release: () => run(RELEASE_IF_MINE, owner),
      };
    },
  }));
}

/** Whether a script had an effect. Some packages return numbers as texts or bigints. */
function isDone(reply: unknown): boolean {
  return String(reply) !== "0";
}
