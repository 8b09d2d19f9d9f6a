import { type Clock, isAuthError } from "content-service-client";
import { refreshingAuth, type TokenStore } from "content-service-client/refreshing-auth";
import { seededRandom } from "../support/seeded-random.js";
import { simulatedClock } from "./simulated-clock.js";
import { LIFE_MS, simulatedService } from "./simulated-service.js";
import { type StoreTraffic, simulatedStore } from "./simulated-store.js";

/** The options of a fleet. */
export interface FleetOptions {
  readonly workers: number;
  /** Whether the workers refresh at random times. @default true */
  readonly jitter?: boolean;
  /** Replaces the store of a worker, to simulate another design. */
  readonly store?: (store: TokenStore) => TokenStore;
}

/** The results of a scenario. */
export interface Figures extends Readonly<StoreTraffic> {
  readonly exchanges: number;
  readonly calls: number;
  /** Calls that waited for a token. */
  readonly waited: number;
  readonly medianMs: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Failed calls by error code. */
  readonly failed: Readonly<Record<string, number>>;
}

/** Many worker processes that share tokens in one store. Everything but the client is simulated. */
export async function createFleet({ workers: size, jitter = true, store = (same) => same }: FleetOptions) {
  const clock = simulatedClock(Date.UTC(2026, 0, 1));
  const service = simulatedService(clock, seededRandom(size));
  const shared = simulatedStore(clock);
  let calls = 0;
  // Few calls wait, so only their times are kept.
  let waitsMs: number[] = [];
  const failed: Record<string, number> = {};
  /** How the next worker that refreshes dies. */
  let death: "before" | "after" | undefined;
  let exchangesBefore = 0;

  /** A process with the client's own `refreshingAuth`. It gets a token before each call, as the client does. */
  function createWorker(random: () => number) {
    const life: { diedAtMs: number | undefined } = { diedAtMs: undefined };
    const ownClock: Clock = {
      now: clock.now,
      timer: (delayMs, callback) => clock.timer(delayMs, () => life.diedAtMs ?? callback()),
    };
    const auth = refreshingAuth({
      ...{ authUrl: "https://auth.content.example", clientId: "fleet", clientSecret: "client-secret" },
      store: store(shared.storeOf(life)),
      clock: ownClock,
      random: jitter ? random : () => 0,
      fetch(url, init) {
        const how = death;
        if (!how) return service.fetch(url, init);
        death = undefined;
        life.diedAtMs = clock.now();
        if (how === "after") void service.fetch(url, init);
        return new Promise<never>(() => {});
      },
    });

    async function call(): Promise<void> {
      const startMs = clock.now();
      let failure: string | undefined;
      try {
        const token = await auth({});
        // After a 401, the client gets another token.
        if (!service.accepts(token) && !service.accepts(await auth({ rejected: token }))) failure = "401";
      } catch (error) {
        failure = isAuthError(error) ? error.code : String(error);
      }
      calls += 1;
      if (clock.now() > startMs) waitsMs.push(clock.now() - startMs);
      if (failure !== undefined) failed[failure] = (failed[failure] ?? 0) + 1;
    }

    return {
      call,
      /** Calls about once a second until a time. Starts at a random time within the next second. */
      workUntil(endMs: number): void {
        const callNext = () => {
          if (clock.now() < endMs) call().then(() => ownClock.timer(500 + 1000 * random(), callNext));
        };
        ownClock.timer(1000 * random(), callNext);
      },
    };
  }

  const workers = Array.from({ length: size }, (_, index) => createWorker(seededRandom(index + 1)));
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
      death = how;
    },
    figures(): Figures {
      const sorted = waitsMs.toSorted((left, right) => left - right);
      /** The wait that a share of all calls does not exceed. */
      const percentile = (share: number) => sorted[Math.ceil(share * calls) - 1 - (calls - sorted.length)] ?? 0;
      return {
        calls,
        failed,
        ...shared.traffic(),
        exchanges: service.exchanges() - exchangesBefore,
        ...{ waited: sorted.length, medianMs: percentile(0.5), p99Ms: percentile(0.99), maxMs: sorted.at(-1) ?? 0 },
      };
    },
  };

  // Every worker starts with the tokens loaded.
  const saved = shared.storeOf({ diedAtMs: undefined }).save(service.login());
  await fleet.rest(clock.now() + 1000);
  await saved;
  await fleet.work(clock.now() + 3000);
  await fleet.rest(clock.now() + LIFE_MS / 2);
  calls = 0;
  waitsMs = [];
  shared.recount();
  exchangesBefore = service.exchanges();
  return fleet;
}

export type Fleet = Awaited<ReturnType<typeof createFleet>>;
