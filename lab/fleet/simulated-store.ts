import type { Clock } from "content-service-client";
import type { TokenStore, Tokens } from "content-service-client/refreshing-auth";

/** The latency in each direction. */
const ONE_WAY_MS = 0.5;
/** The time of a command. The server runs one command at a time. */
const COMMAND_MS = 0.01;
/** A holder renews its lock. That of a dead one expires. */
const LEASE_MS = 10_000;

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

/** A process that uses the store. */
interface Holder {
  readonly diedAtMs: number | undefined;
}

/** A server that keeps the tokens of a fleet, as Redis does, in simulated time. Commands queue. */
export function simulatedStore(clock: Clock) {
  let tokens: Tokens | undefined;
  let holder: Holder | undefined;
  let traffic = noTraffic();
  let freeMs = 0;
  let second = 0;
  let inSecond = 0;

  /** Sends a command and returns its response after the latency. */
  function send<Response>(run: (nowMs: number) => Response): Promise<Response> {
    const arrivalMs = clock.now() + ONE_WAY_MS;
    freeMs = Math.max(arrivalMs, freeMs) + COMMAND_MS;
    const now = Math.floor(arrivalMs / 1000);
    inSecond = now === second ? inSecond + 1 : 1;
    second = now;
    traffic.peakPerSecond = Math.max(traffic.peakPerSecond, inSecond);
    // All commands have the same latency, so they arrive in order. Each can run when it is sent, with the time at which the
    // server would run it.
    const response = run(freeMs);
    return new Promise((resolve) => {
      clock.timer(freeMs + ONE_WAY_MS - clock.now(), () => resolve(response));
    });
  }

  function write(next: Tokens): void {
    traffic.writes += 1;
    tokens = next;
  }

  function take(worker: Holder, nowMs: number): boolean {
    traffic.lockAttempts += 1;
    const isFree = holder === undefined || nowMs >= (holder.diedAtMs ?? Number.POSITIVE_INFINITY) + LEASE_MS;
    if (!isFree) return false;
    traffic.lockTakes += 1;
    holder = worker;
    return true;
  }

  return {
    /** The store of a process. It has no key: workers do not share refreshes, as in separate processes. */
    storeOf(worker: Holder): TokenStore {
      return {
        load() {
          traffic.reads += 1;
          return send(() => tokens);
        },
        save: (next) => send(() => write(next)),
        async tryLock() {
          if (!(await send((nowMs) => take(worker, nowMs)))) return undefined;
          const release = () => {
            if (holder === worker) holder = undefined;
          };
          return { save: (next) => send(() => write(next)), release: () => send(release) };
        },
      };
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
