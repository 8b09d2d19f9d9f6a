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
  /** The longest time that a command waited for earlier ones. */
  longestQueueMs: number;
}

/** A Redis server in memory, in simulated time. It runs one command at a time, so commands queue. */
export function simulatedRedis(clock: Clock) {
  const values = new Map<string, { text: string; endMs: number }>();
  let traffic: StoreTraffic = noTraffic();
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
      return runScript(key, keys, rest.slice(1 + keys.length), (args) => run(args, nowMs));
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

  function count(name: string, arrivalMs: number): void {
    if (name === "GET") traffic.reads += 1;
    traffic.longestQueueMs = Math.max(traffic.longestQueueMs, freeMs - arrivalMs - COMMAND_MS);
    const now = Math.floor(arrivalMs / 1000);
    inSecond = now === second ? inSecond + 1 : 1;
    second = now;
    traffic.peakPerSecond = Math.max(traffic.peakPerSecond, inSecond);
  }

  return {
    /** Sends a command and returns its response after the latency. */
    command(args: readonly [name: string, ...rest: string[]]): Promise<unknown> {
      const arrivalMs = clock.now() + ONE_WAY_MS;
      freeMs = Math.max(arrivalMs, freeMs) + COMMAND_MS;
      count(args[0], arrivalMs);
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
  return { reads: 0, writes: 0, lockAttempts: 0, lockTakes: 0, peakPerSecond: 0, longestQueueMs: 0 };
}

/** Runs one Redis command and returns its response. */
type Run = (args: readonly string[]) => unknown;

const word = String.raw`(?:"\w+"|KEYS\[\d\]|ARGV\[\d\])`;
const call = String.raw`redis\.call\((${word}(?:, ${word})*)\)`;
const guard = new RegExp(String.raw`^if ${call} ~= (${word}) then return 0 end\s*`);
const command = new RegExp(String.raw`^(return )?${call}\s*`);
const result = /^return (\d+)$/;

/** Runs a script of the Redis store, atomically. Throws for any other script. */
export function runScript(script: string, keys: readonly string[], values: readonly string[], run: Run): unknown {
  const textOf = (text: string): string => {
    const place = Number(/\d/.exec(text)?.[0]) - 1;
    const value = text.startsWith('"') ? text.slice(1, -1) : (text.startsWith("KEYS") ? keys : values)[place];
    if (value === undefined) throw new Error(`the script has no ${text}`);
    return value;
  };
  const responseOf = (words = "") => run(words.split(", ").map(textOf));

  for (let rest = script; rest !== ""; ) {
    const [line, first, second = ""] = guard.exec(rest) ?? [];
    if (line !== undefined) {
      if (responseOf(first) !== textOf(second)) return 0;
      rest = rest.slice(line.length);
      continue;
    }
    const [called, returns, words] = command.exec(rest) ?? [];
    if (called !== undefined) {
      const response = responseOf(words);
      if (returns) return response;
      rest = rest.slice(called.length);
      continue;
    }
    const [, number] = result.exec(rest) ?? [];
    if (number === undefined) throw new Error(`cannot run: ${rest}`);
    return Number(number);
  }
  return null;
}
