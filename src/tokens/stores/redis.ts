import { checkFunctions, checkText } from "../../checks.js";
import { systemClock } from "../../core/clock.js";
import { parseTokens, type Tokens } from "../token-store.js";
import { type DisposableTokenStore, type LeaseOptions, leasedStore } from "./leased-store.js";

export type { DisposableTokenStore };

/** Settings of `redisTokenStore`. */
export interface RedisTokenStoreOptions extends LeaseOptions {
  /**
   * Sends a command to Redis and returns its reply: `(args) => redis.sendCommand(args)` with node-redis,
   * `([name, ...rest]) => redis.call(name, ...rest)` with ioredis. Bulk strings must be returned as strings.
   */
  command: (args: [name: string, ...rest: string[]]) => Promise<unknown>;
  /**
   * The key of the tokens: one for each login, also if they are in several Redis servers. The keys of the lock and of the
   * mark start with it, and share its cluster slot. At a logout, delete the key of the tokens only.
   */
  key: string;
}

const IF_MINE = `if redis.call("GET", KEYS[1]) ~= ARGV[1] then return 0 end`;
/** Redis runs each script atomically. */
const SAVE_IF_MINE = `${IF_MINE} redis.call("MSET", KEYS[2], ARGV[3], KEYS[3], ARGV[2]) return 1`;
const RENEW_IF_MINE = `${IF_MINE} return redis.call("PEXPIRE", KEYS[1], ARGV[2])`;
const RELEASE_IF_MINE = `${IF_MINE} return redis.call("DEL", KEYS[1])`;
const SAVE_AND_BREAK_LOCK = `redis.call("DEL", KEYS[1]) redis.call("MSET", KEYS[2], ARGV[1], KEYS[3], "saved") return 1`;
/** Saves tokens in place of what was read, unless somebody else has saved or deleted tokens since. */
const RESTORE = `if (redis.call("GET", KEYS[2]) or "") ~= ARGV[1] or (redis.call("GET", KEYS[3]) or "") ~= ARGV[2] then
  return 0 end redis.call("DEL", KEYS[1]) redis.call("MSET", KEYS[2], ARGV[3], KEYS[3], "restored") return 1`;

/**
 * Keeps tokens in Redis, for processes on any number of machines. Needs Redis 2.6.12 or later, or a compatible server with
 * `EVAL`. The tokens are not encrypted. The connection is yours: disposing the store does not close it.
 *
 * A save is as durable as Redis: with `appendonly yes` it survives a restart, and a failover with asynchronous replication
 * can lose the last one. If Redis has lost all its data, a store object that has read or saved the tokens saves them again
 * with the next `load`, while the access token has not expired. A mark beside the tokens tells lost data from a logout.
 * @throws TypeError when an option is missing or invalid.
 * @example
 * const store = redisTokenStore({ command: (args) => redis.sendCommand(args), key: "my-app:tokens" });
 * if (!(await store.load())) await store.save({ refreshToken: "from-your-login" });
 */
export function redisTokenStore(options: RedisTokenStoreOptions): DisposableTokenStore {
  const { command, key } = options;
  checkFunctions({ command });
  checkText("key", key);
  // In a cluster, the text in braces decides the slot.
  const slot = key.includes("{") ? key : `{${key}}`;
  const keys = [`${slot}:lock`, key, `${slot}:mark`] as const;
  const run = async (script: string, ...args: string[]) => command(["EVAL", script, "3", ...keys, ...args]);
  const { clock = systemClock } = options;
  /** The tokens that this object last read or saved beside a mark: without one, lost data would look like a logout. */
  let last: Tokens | undefined;
  let lastMark: string | null = null;

  const read = async () => {
    const reply = await command(["MGET", key, keys[2]]);
    const [text = null, mark = null]: unknown[] = Array.isArray(reply) ? reply : [reply];
    if (![text, mark].every((one) => one === null || typeof one === "string"))
      throw new Error("command must return strings as strings, and several as an array");
    // Checked above.
    return { text: text as string | null, mark: mark as string | null };
  };
  const parse = (text: string | null) => (text === null ? undefined : parseTokens(text, `the Redis key ${key}`));

  /** Whether Redis has lost the last tokens, or another process has restored older ones. */
  const isLost = (stored: Tokens | undefined, mark: string | null): boolean => {
    if (!last || !(Number(last.expiresAtMs) > clock.now())) return false;
    if (mark === null) return !stored;
    return mark === "restored" && stored !== undefined && Number(last.obtainedAtMs) > Number(stored.obtainedAtMs);
  };

  return leasedStore(options, { command, key }, (leaseMs) => ({
    key: `redis:${key}`,
    async load() {
      let { text, mark } = await read();
      if (isLost(parse(text), mark)) {
        await run(RESTORE, text ?? "", mark ?? "", JSON.stringify(last));
        // Another process may have been faster.
        ({ text, mark } = await read());
      }
      const stored = parse(text);
      lastMark = mark;
      last = mark === null ? undefined : stored;
      return stored;
    },
    async save(tokens) {
      await run(SAVE_AND_BREAK_LOCK, JSON.stringify(tokens));
      last = tokens;
    },
    async tryLock() {
      const owner = crypto.randomUUID();
      const taken = await command(["SET", keys[0], owner, "NX", "PX", String(leaseMs)]);
      if (taken === null || taken === undefined) return undefined;
      return {
        renew: async () => isDone(await run(RENEW_IF_MINE, owner, String(leaseMs))),
        async save(tokens) {
          // A note on restored tokens does not make them the newest.
          const isNote = lastMark === "restored" && tokens.refreshToken === last?.refreshToken;
          const isSaved = isDone(await run(SAVE_IF_MINE, owner, isNote ? "restored" : "saved", JSON.stringify(tokens)));
          if (isSaved) last = tokens;
          return isSaved;
        },
        release: () => run(RELEASE_IF_MINE, owner),
      };
    },
  }));
}

/** Whether a script had an effect. Some packages return numbers as texts or bigints. */
const isDone = (reply: unknown) => String(reply) !== "0";
