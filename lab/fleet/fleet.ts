import { redisTokenStore } from "content-service-client/redis-token-store";
import type { TokenStore } from "content-service-client/refreshing-auth";
import { type CallFigures, callTally } from "./calls.js";
import { simulatedClock } from "./simulated-clock.js";
import { type StoreTraffic, simulatedRedis } from "./simulated-redis.js";
import { LIFE_MS, simulatedService } from "./simulated-service.js";
import { createWorker } from "./worker.js";

/** The options of a fleet. */
export interface FleetOptions {
  readonly workers: number;
  /** Whether the workers refresh at random times. @default true */
  readonly jitter?: boolean;
  /** Replaces the store of a worker, to simulate another design. */
  readonly store?: (store: TokenStore) => TokenStore;
}

/** The results of a scenario. */
export interface Figures extends CallFigures, Readonly<StoreTraffic> {
  readonly exchanges: number;
}

/** Many worker processes that share tokens in one Redis. Everything but the client is simulated. */
export async function createFleet({ workers: size, jitter = true, store = (same) => same }: FleetOptions) {
  const clock = simulatedClock(Date.UTC(2026, 0, 1));
  const service = simulatedService(clock, seededRandom(size));
  const redis = simulatedRedis(clock);
  const tally = callTally();
  let death: { how: "before" | "after" } | undefined;
  let exchangesBefore = 0;
  const openStore = (ownClock = clock as Parameters<typeof createWorker>[0]["clock"]) =>
    // Without a key, workers do not share refreshes, as in separate processes.
    store({ ...redisTokenStore({ command: redis.command, key: "fleet:tokens", clock: ownClock }), key: undefined });

  const workers = Array.from({ length: size }, (_, index) => {
    const random = seededRandom(index + 1);
    return createWorker({
      clock,
      store: openStore,
      fetch: service.fetch,
      accepts: service.accepts,
      tally,
      random,
      spread: jitter ? random : () => 0,
      dies() {
        const how = death?.how;
        death = undefined;
        return how;
      },
    });
  });

  const fleet = {
    service,
    /** When the current access token expires. */
    endMs: service.endMs,
    /** Advances the time without calls. */
    rest: (untilMs: number) => clock.runUntil(untilMs),
    /** Every worker calls about once a second until a time. */
    async work(untilMs: number): Promise<void> {
      for (const worker of workers) worker.workUntil(untilMs);
      await clock.runUntil(untilMs);
    },
    /** Every worker makes one call now. Stops after ten minutes. */
    async callAtOnce(): Promise<void> {
      for (const worker of workers) void worker.call();
      await clock.runUntil(clock.now() + 600_000);
    },
    /** Runs an action at a time. */
    at(timeMs: number, action: () => void): void {
      clock.timer(timeMs - clock.now(), action);
    },
    /** Kills the next worker that refreshes, before or after its request is sent. */
    killNextHolder(how: "before" | "after"): void {
      death = { how };
    },
    figures(): Figures {
      return { ...tally.figures(), ...redis.traffic(), exchanges: service.exchanges() - exchangesBefore };
    },
  };

  // Every worker starts with the tokens loaded.
  const saved = openStore().save(service.login());
  await fleet.rest(clock.now() + 1000);
  await saved;
  await fleet.work(clock.now() + 3000);
  await fleet.rest(clock.now() + LIFE_MS / 2);
  tally.recount();
  redis.recount();
  exchangesBefore = service.exchanges();
  return fleet;
}

export type Fleet = Awaited<ReturnType<typeof createFleet>>;

/** The minimal standard generator of Park and Miller: the same numbers from 0 to 1 for the same seed. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
