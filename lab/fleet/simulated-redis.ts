import type { Clock } from "content-service-client";

/** How long a command is under way to the server, and its response back. */
const ONE_WAY_MS = 0.5;
/** How long the server works on a command: it runs one at a time. */
const COMMAND_MS = 0.01;

/** What the store was asked. */
export interface StoreTraffic {
  reads: number;
  /** How often new tokens, or a note beside the old ones, were stored. */
  writes: number;
  lockAttempts: number;
  lockTakes: number;
  /** Commands in the busiest second. */
  peakPerSecond: number;
  /** How long a command waited at most until those before it were done. */
  longestQueueMs: number;
}

/** A Redis server in memory, in simulated time. One command runs at a time, so that a crowd stands in line. */
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
    /** Sends a command; gives its response when it has come back. */
    command(args: readonly [name: string, ...rest: string[]]): Promise<unknown> {
      const arrivalMs = clock.now() + ONE_WAY_MS;
      freeMs = Math.max(arrivalMs, freeMs) + COMMAND_MS;
      count(args[0], arrivalMs);
      // All take the same way, and so come in the order in which they were sent: each can be run when it is sent, as of
      // the time at which the server comes to it.
      const response = run(args, freeMs);
      return new Promise((resolve) => {
        clock.timer(freeMs + ONE_WAY_MS - clock.now(), () => resolve(response));
      });
    },
    traffic: () => traffic,
    /** Counts from nothing again. */
    recount() {
      traffic = noTraffic();
    },
  };
}

function noTraffic(): StoreTraffic {
  return { reads: 0, writes: 0, lockAttempts: 0, lockTakes: 0, peakPerSecond: 0, longestQueueMs: 0 };
}

/** Runs one Redis command, and gives its response. */
type Run = (args: readonly string[]) => unknown;

const word = String.raw`(?:"\w+"|KEYS\[\d\]|ARGV\[\d\])`;
const call = String.raw`redis\.call\((${word}(?:, ${word})*)\)`;
const guard = new RegExp(String.raw`^if ${call} ~= (${word}) then return 0 end\s*`);
const command = new RegExp(String.raw`^(return )?${call}\s*`);
const result = /^return (\d+)$/;

/** Runs a script of the few forms that the Redis store is written in, in one step; throws at any other. */
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
