import type { Clock } from "content-service-client";

/** The latency in each direction. */
const ONE_WAY_MS = 0.5;
/** The time of a command. The server runs one command at a time. */
const COMMAND_MS = 0.01;

/** The commands of a fleet. */
export interface StoreTraffic {
  reads: number;
  /** Saves of new tokens or of a note. */
  writes: number;
  lockAttempts: number;
  lockTakes: number;
  /** Commands in the busiest second. */
  peakPerSecond: number;
}

/** A Redis server in memory, in simulated time. It runs one command at a time, so commands queue. */
export function simulatedRedis(clock: Clock) {
  const values = new Map<string, { text: string; endMs: number }>();
  let traffic = noTraffic();
  let freeMs = 0;
  let second = 0;
  let inSecond = 0;

  function run([name, key = "", ...rest]: readonly string[], nowMs: number): unknown {
    const kept = values.get(key);
    if (kept && kept.endMs <= nowMs) values.delete(key);
    if (name === "GET") return values.get(key)?.text ?? null;
    if (name === "DEL") return Number(values.delete(key));
    if (name === "PEXPIRE" && kept) {
      kept.endMs = nowMs + Number(rest[0]);
      return 1;
    }
    if (name === "SET") return set(key, rest, nowMs);
    if (name === "EVAL") {
      const keys = rest.slice(1, 1 + Number(rest[0]));
      return runScript(key, keys, rest.slice(1 + keys.length), (...args) => run(args, nowMs));
    }
    throw new Error(`no such command: ${name}`);
  }

  function set(key: string, [text = "", ...options]: readonly string[], nowMs: number): unknown {
    if (options.length === 0) {
      traffic.writes += 1;
      values.set(key, { text, endMs: Number.POSITIVE_INFINITY });
      return "OK";
    }
    const [condition, unit, lengthMs] = options;
    if (condition !== "NX" || unit !== "PX") throw new Error(`cannot set with ${options.join(" ")}`);
    traffic.lockAttempts += 1;
    if (values.has(key)) return null;
    traffic.lockTakes += 1;
    values.set(key, { text, endMs: nowMs + Number(lengthMs) });
    return "OK";
  }

  return {
    /** Sends a command and returns its response after the latency. */
    command(args: readonly [name: string, ...rest: string[]]): Promise<unknown> {
      const arrivalMs = clock.now() + ONE_WAY_MS;
      freeMs = Math.max(arrivalMs, freeMs) + COMMAND_MS;
      if (args[0] === "GET") traffic.reads += 1;
      const now = Math.floor(arrivalMs / 1000);
      inSecond = now === second ? inSecond + 1 : 1;
      second = now;
      traffic.peakPerSecond = Math.max(traffic.peakPerSecond, inSecond);
      // All commands have the same latency, so they arrive in order. Each can run when it is sent, with the time at
      // which the server would run it.
      const response = run(args, freeMs);
      return new Promise((resolve) => {
        clock.timer(freeMs + ONE_WAY_MS - clock.now(), () => resolve(response));
      });
    },
    traffic: () => traffic,
    /** Resets the counts. */
    recount() {
      traffic = noTraffic();
    },
  };
}

function noTraffic(): StoreTraffic {
  return { reads: 0, writes: 0, lockAttempts: 0, lockTakes: 0, peakPerSecond: 0 };
}

/** Runs a script of the Redis store, atomically. Throws for a script that is more than conditions, commands and results. */
function runScript(
  script: string,
  keys: readonly string[],
  values: readonly string[],
  call: (...args: string[]) => unknown,
): unknown {
  const statement = /^((if \()?(return )?(redis\.call\([^()]*\)|\d+)( !== ARGV\[1\]\) return 0)?;)+$/;
  const lines = script
    .replaceAll(/\) (?=return|redis)/g, ");")
    .replaceAll(/if (redis\.call\([^()]*\)) ~= (\S+) then return 0 end ?/g, "if ($1 !== $2) return 0;");
  if (!statement.test(`${lines};`)) throw new Error(`cannot run: ${script}`);
  // In these scripts, Lua differs from JavaScript in its conditions and in the first index of a list.
  const run = new Function("redis", "KEYS", "ARGV", lines);
  return run({ call }, [undefined, ...keys], [undefined, ...values]);
}
